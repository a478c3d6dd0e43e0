import type { ModuleName } from '../../../contract/analysis/modules.ts';
import { position } from '../../ui/lib/use-formats.ts';
import { ModuleIcon, moduleIcon } from '../../ui/media/module-icon.tsx';
import { Still } from '../../ui/media/still.tsx';
import styles from './ask.module.css';
import { useAskText } from './text.ts';

/** A finding that an answer cites. */
export interface Source {
  id: string;
  module: ModuleName;
  /** In seconds. */
  time: number;
  content: string;
  /** Who speaks, in a chat about one video. */
  speaker?: string | undefined;
  /** Whether it is of a first look. */
  isPreview: boolean;
  /** URL of a still. */
  still: string | null;
  /** In a chat about several videos. */
  video: { jobId: string; name: string } | null;
}

/** Findings that an answer cites, as stills with text. */
export function Sources({
  sources,
  onSeek,
}: {
  sources: readonly Source[];
  onSeek(seconds: number, jobId: string | null): void;
}) {
  const t = useAskText();
  if (sources.length === 0) return null;
  return (
    <details className={styles.sources}>
      <summary>{t('sources', { count: sources.length })}</summary>
      <ul className={styles.sourceList}>
        {sources.map(({ id, module, time, content, isPreview, still, video }) => (
          <li key={id}>
            <button type="button" className={styles.source} onClick={() => onSeek(time, video?.jobId ?? null)}>
              {still !== null && <Still src={still} icon={moduleIcon(module)} className={styles.still} />}
              <span className={styles.sourceText}>
                <span className={styles.sourceHead}>
                  <span className={styles.sourceTime}>{position(time)}</span>
                  <ModuleIcon name={module} withName size={12} />
                  {isPreview && <span className={styles.sourcePreview}>{t('preview')}</span>}
                  {video && (
                    <span dir="auto" className={styles.sourceVideo}>
                      {video.name}
                    </span>
                  )}
                </span>
                <span dir="auto" className={styles.sourceContent}>
                  {content}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
