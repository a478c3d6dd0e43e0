import { useMemo } from 'react';
import type { ChatMetadata } from '../../../contract/chat.ts';
import type { Segment } from '../../../contract/segment.ts';
import { position } from '../../ui/lib/use-formats.ts';
import { ModuleIcon, moduleIcon } from '../../ui/media/module-icon.tsx';
import { Still } from '../../ui/media/still.tsx';
import styles from './ask.module.css';
import { useAskText } from './text.ts';

/** Findings that an answer cites, as stills with text. Deleted findings are omitted. */
export function Sources({
  metadata,
  segments,
  stillUrl,
  onSeek,
}: {
  metadata: ChatMetadata;
  segments: readonly Segment[];
  stillUrl: ((seconds: number) => string) | null;
  onSeek(seconds: number): void;
}) {
  const t = useAskText();
  const cited = useMemo(() => {
    const ids = new Set(metadata.citations.map((citation) => citation.segment_id));
    return segments.filter((segment) => ids.has(segment.id));
  }, [metadata, segments]);
  if (cited.length === 0) return null;
  return (
    <details className={styles.sources} open={cited.length <= 4}>
      <summary>{t('sources', { count: cited.length })}</summary>
      <ul className={styles.sourceList}>
        {cited.map((segment) => {
          const still = segment.data?.still_time;
          return (
            <li key={segment.id}>
              <button type="button" className={styles.source} onClick={() => onSeek(segment.start_time)}>
                {still !== undefined && stillUrl && (
                  <Still src={stillUrl(still)} icon={moduleIcon(segment.module)} className={styles.still} />
                )}
                <span className={styles.sourceText}>
                  <span className={styles.sourceHead}>
                    <span className={styles.sourceTime}>{position(segment.start_time)}</span>
                    <ModuleIcon name={segment.module} withName size={12} />
                  </span>
                  <span dir="auto" className={styles.sourceContent}>
                    {segment.content}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
