import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, Undo2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { EventRecording } from '../../../../contract/library/event-groups.ts';
import { type Placed, recordingEnd } from '../../../../core/events/clock.ts';
import { queries } from '../../../api/queries.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { useShortcuts } from '../../../ui/lib/shortcuts.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { isRunning } from '../player/event-clock.ts';
import { type EventPlayer, useEventPlayer } from '../player/event-player.ts';
import { useEventText } from '../text.ts';
import styles from './adjust.module.css';
import { Waves } from './waves.tsx';

const SPANS = ['2', '8', '30'] as const;
/** Step of the arrow keys and buttons, in seconds. */
const STEP = 0.01;
const DEFAULT_FRAME_RATE = 25;

/** Corrects the offset of a recording by hand, with its waveform on top of that of another. */
export function Adjust({
  recording,
  player,
  canUndo,
  onMove,
  onUndo,
  onClose,
}: {
  recording: Placed<EventRecording>;
  player: EventPlayer;
  canUndo: boolean;
  /** @param seconds added to the offset */
  onMove(seconds: number): void;
  onUndo(): void;
  onClose(): void;
}) {
  const t = useEventText();
  const formats = useFormats();
  const section = useRef<HTMLElement>(null);
  const others = useEventPlayer(player, (state) => state.recordings).filter(
    ({ job_id }) => job_id !== recording.job_id,
  );
  const [chosen, choose] = useState<string>();
  const [span, setSpan] = useState<(typeof SPANS)[number]>('8');
  /** Movement that is not stored yet, in seconds. */
  const [drag, setDrag] = useState(0);
  const reference = others.find(({ job_id }) => job_id === chosen) ?? mostTogether(recording, others);
  const { data: facts } = useQuery(queries.mediaFacts(recording.job_id));
  // The earliest recording is at zero, wherever it is moved: only the distance from another one shows its movement.
  const distance = formats.difference(recording.offset + drag - (reference?.offset ?? 0));
  const frame = 1 / (facts?.video?.frame_rate || DEFAULT_FRAME_RATE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is opened
  useEffect(() => {
    const before = document.activeElement;
    // New browsers return a promise, which is no cleanup.
    void section.current?.scrollIntoView({ block: 'nearest' });
    section.current?.querySelector<HTMLElement>('[role="slider"]')?.focus({ preventScroll: true });
    const both = reference ? [recording, reference] : [recording];
    const { time } = player.store.getState();
    if (!both.every((each) => isRunning(each, time))) {
      const [start, end] = [Math.max(...both.map(({ offset }) => offset)), Math.min(...both.map(recordingEnd))];
      player.seek(start < end ? Math.min(start + Number(span) / 2, end) : recording.offset);
    }
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  useEffect(() => {
    // The last undo disables its button, which loses the focus with that.
    if (!canUndo && document.activeElement?.matches('body, :disabled'))
      section.current?.querySelector<HTMLElement>('[role="slider"]')?.focus();
  }, [canUndo]);
  useShortcuts({ ',': () => onMove(-frame), '.': () => onMove(frame), escape: onClose });
  return (
    <section ref={section} aria-label={t('adjust.title', { name: recording.name })} className={styles.adjust}>
      <header className={styles.head}>
        <h2 className={styles.title} dir="auto">
          {t('adjust.title', { name: recording.name })}
        </h2>
        <span className={styles.field}>
          <Select
            label={t('adjust.against')}
            value={reference?.job_id ?? ''}
            options={others.map(({ job_id, name }) => ({ value: job_id, label: name }))}
            onChange={choose}
          />
        </span>
        <Select
          label={t('adjust.span')}
          value={span}
          options={SPANS.map((value) => ({ value, label: t('seconds', { count: Number(value) }) }))}
          onChange={(value) => setSpan(value)}
        />
        <IconButton icon={X} label={t('adjust.close')} shortcut="Esc" onClick={onClose} />
      </header>
      {reference && (
        <Waves
          recording={{ ...recording, offset: recording.offset + drag }}
          reference={reference}
          player={player}
          span={Number(span)}
          distance={distance}
          onDrag={setDrag}
          onDrop={(seconds) => {
            setDrag(0);
            if (seconds !== 0) onMove(seconds);
          }}
          onStep={(steps) => onMove(steps * STEP)}
        />
      )}
      <MoveButtons distance={distance} frame={frame} canUndo={canUndo} onMove={onMove} onUndo={onUndo} />
    </section>
  );
}

interface MoveButtonsProps {
  /** Text for the distance of the two recordings. */
  distance: string;
  /** Length of a frame in seconds. */
  frame: number;
  canUndo: boolean;
  onMove(seconds: number): void;
  onUndo(): void;
}

function MoveButtons({ distance, frame, canUndo, onMove, onUndo }: MoveButtonsProps) {
  const t = useEventText();
  return (
    <div className={styles.buttons}>
      <IconButton icon={ChevronsLeft} label={t('adjust.frameBack')} shortcut="," onClick={() => onMove(-frame)} />
      <IconButton icon={ChevronLeft} label={t('adjust.earlier')} onClick={() => onMove(-STEP)} />
      <output className={styles.offset}>{distance}</output>
      <IconButton icon={ChevronRight} label={t('adjust.later')} onClick={() => onMove(STEP)} />
      <IconButton icon={ChevronsRight} label={t('adjust.frameOn')} shortcut="." onClick={() => onMove(frame)} />
      <Button look="quiet" icon={Undo2} disabled={!canUndo} onClick={onUndo}>
        {t('undo')}
      </Button>
    </div>
  );
}

/** The recording with which another one ran longest. */
function mostTogether(recording: Placed<EventRecording>, others: readonly Placed<EventRecording>[]) {
  const together = (other: Placed<EventRecording>) =>
    Math.min(recordingEnd(recording), recordingEnd(other)) - Math.max(recording.offset, other.offset);
  return others.toSorted((a, b) => together(b) - together(a))[0];
}
