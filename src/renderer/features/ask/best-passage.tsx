import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { position, useFormats } from '../../ui/lib/use-formats.ts';
import { ModuleIcon, moduleIcon } from '../../ui/media/module-icon.tsx';
import { Still } from '../../ui/media/still.tsx';
import styles from './best-passage.module.css';
import type { Source } from './sources.tsx';
import { useAskText } from './text.ts';

/** The finding that answers a question best: its still, which plays it, its text, and as children its time. */
export function BestPassage({
  source: { module, time, content, speaker, isPreview, still, video },
  onSeek,
  children,
}: {
  source: Source;
  onSeek(seconds: number, jobId: string | null): void;
  children: ReactNode;
}) {
  const t = useAskText();
  const formats = useFormats();
  return (
    <div className={styles.passage}>
      {still !== null && (
        <button
          type="button"
          className={styles.player}
          aria-label={t('play', { time: position(time) })}
          onClick={() => onSeek(time, video?.jobId ?? null)}
        >
          <Still src={still} icon={moduleIcon(module)} className={styles.still}>
            <span className={styles.play}>
              <Play aria-hidden size={18} fill="currentColor" />
            </span>
          </Still>
        </button>
      )}
      <div className={styles.text}>
        <p dir="auto" className={styles.quote}>
          {content}
        </p>
        <p className={styles.source}>
          {children}
          <ModuleIcon name={module} withName size={12} />
          {speaker !== undefined && <span dir="auto">{formats.speaker(speaker)}</span>}
          {isPreview && <span className={styles.preview}>{t('preview')}</span>}
        </p>
      </div>
    </div>
  );
}
