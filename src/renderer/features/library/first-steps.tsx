import { Clapperboard } from 'lucide-react';
import { addFiles } from '../../api/uploads.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { useAddVideos } from '../../ui/lib/add-videos.ts';
import styles from './first-steps.module.css';
import { useLibraryText } from './text.ts';

/** The clip of `npm run demo:clip`, so that the screens can be tried without a file at hand. */
const SAMPLE = new URL('./sample.mp4', import.meta.url);

/** Empty state of the library. */
export function FirstSteps() {
  const t = useLibraryText();
  const add = useAddVideos();
  const addSample = async () => {
    const response = await fetch(SAMPLE).catch(() => null);
    if (!response?.ok) return toast(t('sample.failed'));
    const file = new File([await response.blob()], `${t('sample.name')}.mp4`, { type: 'video/mp4' });
    await addFiles({ files: [file], left: [] });
  };
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
            <Button look="quiet" onClick={() => void addSample()}>
              {t('sample.try')}
            </Button>
          </>
        }
      />
    </div>
  );
}
