import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { useMomentText } from '../../../ui/lib/texts/moment-text.ts';
import { CommentRow } from './comment-row.tsx';
import styles from './comments.module.css';

/** Comments of people who opened a link: proposed moments first, others folded. Nothing without comments. */
export function Comments({ jobId }: { jobId: string }) {
  const t = useMomentText();
  const { data: comments = [], error, refetch } = useQuery(queries.comments(jobId));
  const proposed = comments.filter(({ state }) => state === 'proposed');
  const decided = comments.filter(({ state }) => state !== 'proposed');
  if (error && comments.length === 0) return <ErrorState error={error} onRetry={refetch} />;
  if (comments.length === 0) return null;
  return (
    <section className={styles.comments} aria-label={t('comments')}>
      {proposed.length > 0 && (
        <>
          <h3 className={styles.heading}>{t('comments.proposed', { count: proposed.length })}</h3>
          <ul>
            {proposed.map((comment) => (
              <CommentRow key={comment.id} comment={comment} />
            ))}
          </ul>
        </>
      )}
      {decided.length > 0 && (
        <details>
          <summary className={styles.summary}>{t('comments.decided', { count: decided.length })}</summary>
          <ul>
            {decided.map((comment) => (
              <CommentRow key={comment.id} comment={comment} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
