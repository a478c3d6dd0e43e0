import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { moduleIcon } from '../../../ui/media/module-icon.tsx';
import { Still } from '../../../ui/media/still.tsx';
import { useVideoText } from '../text.ts';
import { EditFinding } from './edit-finding.tsx';
import { FindingContent, FindingHead } from './finding-text.tsx';
import styles from './findings.module.css';
import { RowActions } from './row-actions.tsx';
import { SpanBar } from './span-bar.tsx';

interface FindingRowProps {
  jobId: string;
  segment: Segment;
  /** Objects and texts in a shot; empty for other findings. */
  lead: string;
  /** Occurrences that a bar shows over the video; empty for none. */
  spans: readonly Segment[];
  /** Seconds of the video. */
  duration: number;
  /** Number of occurrences of a repeated finding, in its group's row or the first of its rows. */
  count: number;
  /** Whether the row stands for all occurrences. */
  isGroup: boolean;
  isPlaying: boolean;
  /** Whether it was opened from a link, such as a search hit. */
  isOpened: boolean;
  /** Maximum number of text lines. */
  lines: number;
  query: string;
  stillUrl: ((seconds: number) => string) | null;
  isEditing: boolean;
  setEditing(on: boolean): void;
  onToggleGroup(): void;
  onSeek(): void;
  onMark(): void;
}

/** Row of a finding; a click seeks to it. */
export const FindingRow = memo(
  function FindingRow(props: FindingRowProps) {
    const {
      jobId,
      segment,
      lead,
      spans,
      duration,
      count,
      isGroup,
      isPlaying,
      isOpened,
      lines,
      query,
      stillUrl,
      isEditing,
    } = props;
    const { setEditing, onToggleGroup, onSeek, onMark } = props;
    const t = useVideoText();
    const formats = useFormats();
    if (isEditing) return <EditFinding jobId={jobId} segment={segment} onClose={() => setEditing(false)} />;
    const still = segment.data?.still_time;
    const hasStill = still !== undefined;
    const groupLabel = isGroup ? t('group.open', { count }) : t('group.close');
    return (
      <article
        className={cx(
          styles.row,
          hasStill && styles.withStill,
          count > 1 && styles.group,
          isPlaying && styles.playing,
          isOpened && styles.opened,
        )}
        {...(isPlaying && { 'aria-current': 'time' })}
      >
        <button type="button" className={styles.seek} onClick={onSeek}>
          <span className={styles.main}>
            <FindingHead segment={segment} isGroup={isGroup} />
            <FindingContent segment={segment} lead={lead} lines={lines} query={query} />
            {spans.length > 0 && duration > 0 && <SpanBar spans={spans} duration={duration} />}
          </span>
          {/* Its place is there before the URLs are, so that no row moves under a pointer. */}
          {hasStill && (
            <Still src={stillUrl?.(still) ?? null} icon={moduleIcon(segment.module)} className={styles.still} />
          )}
        </button>
        {count > 1 && (
          <button
            type="button"
            className={styles.repeats}
            aria-expanded={!isGroup}
            aria-label={groupLabel}
            title={groupLabel}
            onClick={onToggleGroup}
          >
            {formats.number(count)}
            {isGroup ? <ChevronRight aria-hidden size={12} /> : <ChevronDown aria-hidden size={12} />}
          </button>
        )}
        <RowActions jobId={jobId} segment={segment} isGroup={isGroup} onEdit={() => setEditing(true)} onMark={onMark} />
      </article>
    );
  },
  // Callbacks change on every render of the list but behave the same.
  (a, b) =>
    a.segment === b.segment &&
    a.lead === b.lead &&
    a.duration === b.duration &&
    a.spans === b.spans &&
    a.count === b.count &&
    a.isGroup === b.isGroup &&
    a.isPlaying === b.isPlaying &&
    a.isOpened === b.isOpened &&
    a.lines === b.lines &&
    a.query === b.query &&
    a.isEditing === b.isEditing &&
    a.stillUrl === b.stillUrl,
);
