import { Clapperboard } from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useAddVideos } from '../../ui/lib/add-videos.ts';
import styles from './first-steps.module.css';
import { useLibraryText } from './text.ts';

/** Empty state of the library. */
export function FirstSteps() {
  const t = useLibraryText();
  const add = useAddVideos();
  return (
    <div className={styles.frame}>
      <EmptyState
        icon={Clapperboard}
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <>
            <Button look="primary" onClick={() => add('files')}>
              {t('add.files')}
            </Button>
            <Button onClick={() => add('folder')}>{t('add.folder')}</Button>
            <Button look="quiet" onClick={() => add('sample')}>
              {t('sample.try')}
            </Button>
          </>
        }
      />
    </div>
  );
}
