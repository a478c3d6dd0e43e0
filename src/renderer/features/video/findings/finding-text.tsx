import type { Segment } from '../../../../contract/analysis/segment.ts';
import { markWords } from '../../../ui/lib/mark-words.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { ModuleIcon } from '../../../ui/media/module-icon.tsx';
import { useVideoText } from '../text.ts';
import { EditNote } from './edit-note.tsx';
import { EvidenceNote } from './evidence.tsx';
import { filterWords } from './filter.ts';
import styles from './findings.module.css';

/** Time, type, and notes of a finding. @param props.isGroup whether it stands for several with notes of their own */
export function FindingHead({ segment, isGroup }: { segment: Segment; isGroup: boolean }) {
  const t = useVideoText();
  const formats = useFormats();
  const { data, module } = segment;
  const confidence = isGroup ? undefined : data?.confidence;
  return (
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
  );
}

interface FindingContentProps {
  segment: Segment;
  /** Objects and texts in a shot; empty for other findings. */
  lead: string;
  /** Maximum number of text lines. */
  lines: number;
  /** Text of the filter, whose words are marked. */
  query: string;
}

/** Text of a finding. */
export function FindingContent({ segment, lead, lines, query }: FindingContentProps) {
  return (
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
  );
}
