import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { useMessages } from '../ui/lib/messages.ts';
import styles from './library-notices.module.css';
import { useAppText } from './text.ts';

/** Problems of the whole library, above every screen. */
export function LibraryNotices() {
  const t = useAppText();
  const messages = useMessages();
  const { data } = useQuery(queries.libraryState);
  if (!data || data.problems.length === 0) return null;
  return (
    <div className={styles.notices} role="status">
      {data.problems.map(({ code, message, text }) => (
        <Notice key={code} tone="warn" title={t(`problem.${code}`)}>
          {messages.text(text, message)}
        </Notice>
      ))}
    </div>
  );
}
