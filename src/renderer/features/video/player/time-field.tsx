import { Crosshair } from 'lucide-react';
import { writePosition } from '../../../../base/position.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { useVideoText } from '../text.ts';
import styles from './player.module.css';
import { usePlayer } from './player-store.ts';

/** Field for a position in the video, with a button that takes the playhead's. */
export function TimeField({
  label,
  text,
  onChange,
  error,
  placeholder,
}: {
  label: string;
  /** See base/position.ts. */
  text: string;
  onChange(text: string): void;
  error?: string | undefined;
  placeholder?: string;
}) {
  const t = useVideoText();
  const player = usePlayer();
  return (
    <div className={styles.timeField}>
      <Input
        label={label}
        value={text}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        maxLength={16}
        {...(placeholder !== undefined && { placeholder })}
        {...(error !== undefined && { error })}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <IconButton
        icon={Crosshair}
        label={t('time.now', { field: label })}
        onClick={() => onChange(writePosition(player.store.getState().time))}
      />
    </div>
  );
}
