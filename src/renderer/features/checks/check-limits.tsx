import { Link } from 'wouter';
import type { CheckedText } from '../../../contract/evidence/checks.ts';
import { useMessages } from '../../ui/lib/messages.ts';
import styles from './page.module.css';
import { useChecksText } from './text.ts';

/** Limits of the videos of a check, folded; nothing without any. */
export function CheckLimits({ not_transcribed, limits }: Pick<CheckedText, 'not_transcribed' | 'limits'>) {
  const t = useChecksText();
  const messages = useMessages();
  const stated = [
    ...not_transcribed.map((video) => ({ ...video, limit: t('untranscribed') })),
    ...limits.map(({ text, message, ...video }) => ({ ...video, limit: messages.text(text, message) })),
  ];
  const videos = Map.groupBy(stated, ({ job_id }) => job_id);
  if (videos.size === 0) return null;
  return (
    <details className={styles.limits}>
      <summary>{t('limits', { count: videos.size })}</summary>
      <ul>
        {[...videos].map(([jobId, own]) => (
          <li key={jobId}>
            <Link href={`/videos/${jobId}`}>
              <bdi>{own[0]!.name}</bdi>
            </Link>
            {own.map(({ limit }) => (
              <p key={limit}>{limit}</p>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
