import { useState } from 'react';
import type { StartTimecode } from '../../../../contract/library/start-timecode.ts';
import { Input } from '../../../ui/controls/input.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';
import { usePreferences } from '../../../ui/lib/preferences.ts';
import { useVideoText } from '../text.ts';
import { usePlayer } from './player-store.ts';
import { timeOfText } from './time-of-text.ts';

/** Dialog that moves the playhead to a position or timecode. */
export function GoToTime({ start, onClose }: { start: StartTimecode | null; onClose(): void }) {
  const t = useVideoText();
  const player = usePlayer();
  const clock = usePreferences((preferences) => preferences.clock);
  const [text, setText] = useState('');
  const time = () => timeOfText(text, { start, duration: player.store.getState().duration, clock });
  return (
    <FormDialog
      width="narrow"
      title={t('goTo.title')}
      submit={t('goTo.go')}
      canSubmit={text.trim() !== ''}
      problemOf={() => (time() === undefined ? t(start ? 'goTo.invalidTimecode' : 'goTo.invalid') : undefined)}
      onSubmit={async () => player.seek(time()!)}
      onClose={onClose}
    >
      {(error) => (
        <Input
          label={start ? t('goTo.timecode') : t('goTo.position')}
          value={text}
          error={error}
          placeholder={start?.timecode ?? '1:02.5'}
          autoComplete="off"
          spellCheck={false}
          maxLength={16}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
