import { PencilLine, Scissors, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { Segment } from '../../../../contract/segment.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { markWords } from '../../../ui/lib/mark-words.ts';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { ModuleIcon, moduleIcon } from '../../../ui/media/module-icon.tsx';
import { Still } from '../../../ui/media/still.tsx';
import { useVideoText } from '../text.ts';
import { removeFinding } from './corrections.ts';
import { EditFinding } from './edit-finding.tsx';
import { EvidenceNote } from './evidence.tsx';
import { filterWords } from './filter.ts';
import styles from './findings.module.css';

interface FindingRowProps {
  jobId: string;
  segment: Segment;
  isPlaying: boolean;
  /** Whether it was opened from a link, such as a search hit. */
  isOpened: boolean;
  /** Maximum number of text lines. */
  lines: number;
  query: string;
  stillUrl: ((seconds: number) => string) | null;
  isEditing: boolean;
  setEditing(on: boolean): void;
  onSeek(): void;
}

/** Row of a finding; a click seeks to it. */
export const FindingRow = memo(
  function FindingRow(props: FindingRowProps) {
    const { jobId, segment, isPlaying, isOpened, lines, query, stillUrl, isEditing, setEditing, onSeek } = props;
    const t = useVideoText();
    const formats = useFormats();
    const { data, module } = segment;
    if (isEditing) return <EditFinding jobId={jobId} segment={segment} onClose={() => setEditing(false)} />;
    const still = data?.still_time;
    const confidence = data?.confidence;
    return (
      <article
        className={cx(styles.row, isPlaying && styles.playing, isOpened && styles.opened)}
        {...(isPlaying && { 'aria-current': 'time' })}
      >
        <button type="button" className={styles.seek} onClick={onSeek}>
          <span className={styles.main}>
            <span className={styles.head}>
              <span className={styles.time}>{position(segment.start_time, true)}</span>
              <ModuleIcon name={module} withName size={13} />
              {data?.corrected && (
                <span
                  className={styles.corrected}
                  title={data.original === undefined ? undefined : t('corrected.was', { text: data.original })}
                >
                  {t('corrected')}
                </span>
              )}
              <EvidenceNote segment={segment} />
              {confidence !== undefined && confidence < 0.5 && !data?.corrected && (
                <span>{t('sure', { percent: formats.percent(confidence) })}</span>
              )}
            </span>
            <span dir="auto" className={styles.content} style={{ WebkitLineClamp: lines }} title={segment.content}>
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
          </span>
          {still !== undefined && stillUrl && (
            <Still src={stillUrl(still)} icon={moduleIcon(module)} className={styles.still} />
          )}
        </button>
        <span className={styles.actions}>
          {/* Plain buttons: menus and tooltips would cost more than the rows themselves. */}
          <button
            type="button"
            className={styles.action}
            aria-label={t('clip')}
            title={t('clip')}
            onClick={() => {
              const { start_time, end_time } = segment;
              openOverlay({ kind: 'clips', clips: [{ job_id: jobId, start_time, end_time }], padding: 0 });
            }}
          >
            <Scissors aria-hidden size={14} strokeWidth={1.75} />
          </button>
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
        </span>
      </article>
    );
  },
  // Callbacks change on every render of the list but behave the same.
  (a, b) =>
    a.segment === b.segment &&
    a.isPlaying === b.isPlaying &&
    a.isOpened === b.isOpened &&
    a.lines === b.lines &&
    a.query === b.query &&
    a.isEditing === b.isEditing &&
    a.stillUrl === b.stillUrl,
);
