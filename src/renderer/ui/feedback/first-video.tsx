import { Clapperboard } from 'lucide-react';
import { Button } from '../controls/button.tsx';
import { useAddVideos } from '../lib/add-videos.ts';
import { useUiText } from '../lib/ui-text.ts';
import { EmptyState } from './states.tsx';

/** Empty state of a library without videos, with the ways to add the first one. */
export function FirstVideo() {
  const t = useUiText();
  const add = useAddVideos();
  return (
    <EmptyState
      icon={Clapperboard}
      title={t('firstVideo.title')}
      text={t('firstVideo.text')}
      action={
        <>
          <Button look="primary" onClick={() => add('files')}>
            {t('firstVideo.files')}
          </Button>
          <Button onClick={() => add('folder')}>{t('firstVideo.folder')}</Button>
          <Button look="quiet" onClick={() => add('sample')}>
            {t('firstVideo.sample')}
          </Button>
        </>
      }
    />
  );
}
