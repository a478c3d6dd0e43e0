import {
  Bookmark,
  Download,
  type LucideIcon,
  MessageCircleQuestion,
  Plus,
  Repeat,
  ScanEye,
  Scissors,
  X,
  ZoomIn,
} from 'lucide-react';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { useMomentText } from '../../../ui/lib/texts/moment-text.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { usePlayer, usePlayerState } from '../player/player-store.ts';
import { useVideoText } from '../text.ts';
import styles from './timeline.module.css';
import type { TimelineStore } from './timeline-store.ts';
import { fitRange } from './timeline-view.ts';

/** Actions for the marked range. */
export function RangeBar({
  jobId,
  timeline,
  onAsk,
  onMark,
  onAdd,
  onMiss,
}: {
  jobId: string;
  timeline: TimelineStore;
  onAsk(range: { start: number; end: number }): void;
  onMark(): void;
  /** Opens the form for a new finding. */
  onAdd(): void;
  /** Asks why something was missed in the range, and offers to look closer. */
  onMiss(range: { start: number; end: number }): void;
}) {
  const t = useVideoText();
  const moments = useMomentText();
  const player = usePlayer();
  const range = usePlayerState((state) => state.range);
  const isLooping = usePlayerState((state) => state.isLooping);
  const duration = usePlayerState((state) => state.duration);
  const mark = (
    <>
      <IconButton size="small" icon={Bookmark} label={moments('mark')} shortcut="M" onClick={onMark} />
      <IconButton size="small" icon={Plus} label={t('add')} onClick={onAdd} />
    </>
  );
  if (!range)
    return (
      <>
        <span className={styles.rangeLength}>{t('timeline.label')}</span>
        {mark}
      </>
    );
  const save = () =>
    openOverlay({
      kind: 'clips',
      clips: [{ job_id: jobId, start_time: range.start, end_time: range.end }],
      padding: 0,
    });
  return (
    <fieldset className={styles.rangeBar} aria-label={t('range.label')}>
      <span className={styles.rangeTime}>
        {position(range.start, true)}–{position(range.end, true)}{' '}
        <span className={styles.rangeLength}>{(range.end - range.start).toFixed(1)} s</span>
      </span>
      {mark}
      <IconButton size="small" icon={Repeat} label={t('loop')} pressed={isLooping} onClick={player.toggleLoop} />
      <IconButton
        size="small"
        icon={ZoomIn}
        label={t('range.zoom')}
        onClick={() => timeline.show(fitRange(range.start, range.end, duration))}
      />
      <Act icon={MessageCircleQuestion} label={t('range.ask')} onClick={() => onAsk(range)} />
      <IconButton size="small" icon={ScanEye} label={t('miss.here')} onClick={() => onMiss(range)} />
      <Act icon={Scissors} label={t('clip')} onClick={save} />
      <IconButton
        size="small"
        icon={Download}
        label={t('range.export')}
        onClick={() => openOverlay({ kind: 'export', jobId, range })}
      />
      <IconButton size="small" icon={X} label={t('range.clear')} shortcut="Esc" onClick={() => player.setRange(null)} />
    </fieldset>
  );
}

/** Button with a label; icon only where the bar is narrow. */
function Act({ icon, label, onClick }: { icon: LucideIcon; label: string; onClick(): void }) {
  return (
    <>
      <Button size="small" icon={icon} className={styles.labeled} onClick={onClick}>
        {label}
      </Button>
      <IconButton size="small" icon={icon} label={label} className={styles.iconOnly} onClick={onClick} />
    </>
  );
}
