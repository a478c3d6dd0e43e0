import { Bookmark, ChevronDown, ChevronRight, EllipsisVertical, PencilLine, Scissors, Trash2 } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { markWords } from '../../../ui/lib/mark-words.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { ModuleIcon, moduleIcon } from '../../../ui/media/module-icon.tsx';
import { Still } from '../../../ui/media/still.tsx';
import { useVideoText } from '../text.ts';
import { removeFinding } from './corrections.ts';
import { EditFinding } from './edit-finding.tsx';
import { EditNote } from './edit-note.tsx';
import { EvidenceNote } from './evidence.tsx';
import { filterWords } from './filter.ts';
import { clipFinding } from './finding-menu.ts';
import styles from './findings.module.css';
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
    const { data, module } = segment;
    if (isEditing) return <EditFinding jobId={jobId} segment={segment} onClose={() => setEditing(false)} />;
    const still = data?.still_time;
    const hasStill = still !== undefined;
    // Its occurrences have their own.
    const confidence = isGroup ? undefined : data?.confidence;
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
            <span className={styles.head}>
              <span className={styles.time}>{position(segment.start_time, true)}</span>
              <ModuleIcon name={module} withName size={13} />
              {!isGroup && <EditNote segment={segment} />}
              {!isGroup && <EvidenceNote segment={segment} />}
              {!isGroup && data?.repetitions && (
                <span title={[segment, ...data.repetitions].map((one) => position(one.start_time, true)).join(', ')}>
                  {t('repetitions', { count: data.repetitions.length + 1 })}
                </span>
              )}
              {confidence !== undefined && confidence < 0.5 && !data?.corrected && (
                <span>{t('sure', { percent: formats.percent(confidence) })}</span>
              )}
            </span>
            <span
              dir="auto"
              className={styles.content}
              style={{ WebkitLineClamp: lines }}
              title={lead === '' ? segment.content : `${lead} · ${segment.content}`}
            >
              {lead !== '' && <span className={styles.lead}>{lead}</span>}
              {markWords(segment.content, filterWords(query), 'parts').map((part, i) =>
                part.isMarked ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
                  <mark key={i} className={styles.mark}>
                    {part.text}
                  </mark>
                ) : (
                  part.text
                ),
              )}
            </span>
            {spans.length > 0 && duration > 0 && <SpanBar spans={spans} duration={duration} />}
          </span>
          {/* Its place is there before the URLs are, so that no row moves under a pointer. */}
          {hasStill && <Still src={stillUrl?.(still) ?? null} icon={moduleIcon(module)} className={styles.still} />}
        </button>
        {count > 1 && (
          <button
            type="button"
            className={styles.repeats}
            aria-expanded={!isGroup}
            aria-label={isGroup ? t('group.open', { count }) : t('group.close')}
            title={isGroup ? t('group.open', { count }) : t('group.close')}
            onClick={onToggleGroup}
          >
            {formats.number(count)}
            {isGroup ? <ChevronRight aria-hidden size={12} /> : <ChevronDown aria-hidden size={12} />}
          </button>
        )}
        {/* In place of the buttons where there is no pointer to hover with. */}
        <button
          type="button"
          className={cx(styles.action, styles.more)}
          aria-label={t('menu.label')}
          aria-haspopup="menu"
          onClick={openContextMenu}
        >
          <EllipsisVertical aria-hidden size={16} strokeWidth={1.75} />
        </button>
        <span className={styles.actions}>
          {/* Plain buttons: menus and tooltips would cost more than the rows themselves. */}
          <button
            type="button"
            className={styles.action}
            aria-label={t('menu.mark')}
            title={t('menu.mark')}
            onClick={onMark}
          >
            <Bookmark aria-hidden size={14} strokeWidth={1.75} />
          </button>
          <button
            type="button"
            className={styles.action}
            aria-label={t('clip')}
            title={t('clip')}
            onClick={() => clipFinding(jobId, segment)}
          >
            <Scissors aria-hidden size={14} strokeWidth={1.75} />
          </button>
          {!isGroup && (
            <>
              <button
                type="button"
                className={styles.action}
                aria-label={t('edit')}
                title={t('edit')}
                onClick={() => setEditing(true)}
              >
                <PencilLine aria-hidden size={14} strokeWidth={1.75} />
              </button>
              <button
                type="button"
                className={styles.action}
                aria-label={t('remove')}
                title={t('remove')}
                onClick={() => removeFinding(jobId, segment, t)}
              >
                <Trash2 aria-hidden size={14} strokeWidth={1.75} />
              </button>
            </>
          )}
        </span>
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

/** Opens the context menu of the list at a button. */
function openContextMenu({ currentTarget }: MouseEvent<HTMLElement>): void {
  const { right, bottom } = currentTarget.getBoundingClientRect();
  const options = { bubbles: true, cancelable: true, clientX: right, clientY: bottom };
  currentTarget.dispatchEvent(new window.MouseEvent('contextmenu', options));
}
