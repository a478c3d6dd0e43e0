import { useCallback } from 'react';
import { create } from 'zustand';
import type { LeftOutFile } from '../../../api/uploads/dropped-files.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { useLibraryText } from '../text.ts';
import styles from './left-out.module.css';

/** Number of entries that are listed. */
const MAX_LISTED = 500;

const useLeftOut = create<{ files: readonly LeftOutFile[] }>(() => ({ files: [] }));

/** Returns a function that states how many files were not added, with a list of them and their reasons. */
export function useLeftOutToast(): (files: readonly LeftOutFile[]) => void {
  const t = useLibraryText();
  return useCallback(
    (files) => {
      if (files.length === 0) return;
      const isMediaOnly = files.every(({ reason }) => reason === 'not_media');
      const action = { label: t('left.show'), run: () => useLeftOut.setState({ files }) };
      toast(t(isMediaOnly ? 'drop.left' : 'left.some', { count: files.length }), { action });
    },
    [t],
  );
}

/** Lists files that were not added, with the reason of each. */
export function LeftOutDialog() {
  const t = useLibraryText();
  const { files } = useLeftOut();
  if (files.length === 0) return null;
  return (
    <Dialog onClose={() => useLeftOut.setState({ files: [] })} title={t('left.title')} description={t('left.about')}>
      <ul className={styles.list}>
        {files.slice(0, MAX_LISTED).map(({ path, reason }) => (
          <li key={path} className={styles.row}>
            <span className={styles.path} dir="auto">
              {path}
            </span>
            <span className={styles.reason}>{t(`left.${reason}`)}</span>
          </li>
        ))}
      </ul>
      {files.length > MAX_LISTED && (
        <p className={styles.reason}>{t('left.more', { count: files.length - MAX_LISTED })}</p>
      )}
    </Dialog>
  );
}
