import { useMutation } from '@tanstack/react-query';
import { ScanEye } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { MAX_CLOSER_SECONDS } from '../../../../../contract/analysis/closer-look.ts';
import type { Sense } from '../../../../../contract/analysis/coverage-map.ts';
import { api } from '../../../../api/endpoints.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Input } from '../../../../ui/controls/input.tsx';
import { Select } from '../../../../ui/controls/select.tsx';
import { errorText, useMessages } from '../../../../ui/lib/messages.ts';
import { position } from '../../../../ui/lib/use-formats.ts';
import { useModuleNames } from '../../../../ui/media/module-icon.tsx';
import { usePlayer } from '../../player/player-store.ts';
import { useVideoText } from '../../text.ts';
import styles from './coverage.module.css';
import type { CloserPart } from './look-closer.tsx';

/** Part of a video in which something was missed, in seconds; an instant without an end. */
export interface MissQuestion {
  start: number;
  end: number | null;
}

/** Asks why a module found nothing at the playhead, in the marked range, or at a time that was chosen. */
export function MissForm({
  jobId,
  modules,
  asked,
  onCloser,
}: {
  jobId: string;
  modules: readonly Sense[];
  asked: MissQuestion | null;
  onCloser(part: CloserPart): void;
}) {
  const t = useVideoText();
  const messages = useMessages();
  const nameOf = useModuleNames();
  const player = usePlayer();
  const form = useRef<HTMLFormElement>(null);
  const [module, setModule] = useState<Sense>(modules[0]!);
  const [text, setText] = useState('');
  const explain = useMutation({
    mutationFn: () => {
      const { time, range } = player.store.getState();
      const { start, end } = asked ?? range ?? { start: time, end: null };
      return api.videos.explainMiss(jobId, {
        module,
        start_time: start,
        ...(end !== null && { end_time: end }),
        ...(text.trim() !== '' && { text: text.trim() }),
      });
    },
  });
  useEffect(() => {
    if (asked) form.current?.querySelector('select')?.focus();
  }, [asked]);
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        explain.mutate();
      }}
    >
      <h3 className={styles.question}>
        {asked ? t('miss.at', { time: position(asked.start, true) }) : t('miss.here')}
      </h3>
      <Select<Sense>
        label={t('miss.type')}
        value={module}
        options={modules.map((value) => ({ value, label: nameOf(value) }))}
        onChange={setModule}
      />
      <Input
        label={t('miss.text')}
        dir="auto"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" disabled={explain.isPending}>
        {t('miss.explain')}
      </Button>
      <p role="status" className={styles.answer}>
        {explain.data && messages.text(explain.data.text, explain.data.message)}
        {explain.error && errorText(explain.error)}
      </p>
      {explain.data?.can_look_closer && (
        <Button
          icon={ScanEye}
          onClick={() => {
            const { start_time: start, end_time: end } = explain.data;
            onCloser({ start, end: Math.min(end, start + MAX_CLOSER_SECONDS), region: null });
          }}
        >
          {t('closer.here')}
        </Button>
      )}
    </form>
  );
}
