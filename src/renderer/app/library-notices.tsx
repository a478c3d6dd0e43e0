import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/endpoints.ts';
import { queries } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import { Button } from '../ui/controls/button.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { errorText, useMessages } from '../ui/lib/messages.ts';
import styles from './library-notices.module.css';
import { useAppText } from './text.ts';

/** Problems of the whole library, above every screen. */
export function LibraryNotices() {
  const t = useAppText();
  const messages = useMessages();
  const { data } = useQuery(queries.libraryState);
  const [isRepairing, setRepairing] = useState(false);
  const repair = async () => {
    setRepairing(true);
    try {
      await api.repairLibrary();
      toast(t('problem.repaired'), { tone: 'good' });
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
    await queryClient.invalidateQueries();
    setRepairing(false);
  };
  if (!data || data.problems.length === 0) return null;
  return (
    <div className={styles.notices} role="status">
      {data.problems.map(({ code, message, text }) => (
        <Notice
          key={code}
          tone={code === 'damaged' ? 'bad' : 'warn'}
          title={t(`problem.${code}`)}
          {...(code === 'damaged' && {
            action: (
              <Button disabled={isRepairing} onClick={() => void repair()}>
                {t('problem.repair')}
              </Button>
            ),
          })}
        >
          {messages.text(text, message)}
        </Notice>
      ))}
    </div>
  );
}
