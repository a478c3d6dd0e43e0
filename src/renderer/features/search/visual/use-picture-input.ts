import { useEffect, useMemo } from 'react';
import { useLocation } from 'wouter';
import { addFiles } from '../../../api/uploads.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useOwnDrops } from '../../../ui/lib/drop-handler.ts';
import { useVisualText } from '../../../ui/lib/visual-text.ts';
import { pictureOf, setPicture } from './picture-store.ts';

/**
 * Searches with pictures that are dropped on the window or pasted while the component is shown; other files are added to the
 * library as elsewhere. Returns a function that takes files, such as chosen ones.
 */
export function usePictureInput(): (files: readonly File[]) => void {
  const t = useVisualText();
  const [, navigate] = useLocation();
  const take = useMemo(
    () => (files: readonly File[]) => {
      const picture = pictureOf(files);
      if (!picture) return void toast(t('noImage'));
      setPicture(picture);
      navigate('/search/picture');
    },
    [navigate, t],
  );
  const handler = useMemo(
    () => ({
      title: t('drop.title'),
      text: t('drop.text'),
      take: (files: readonly File[]) => (pictureOf(files) ? take(files) : void addFiles(files, null)),
    }),
    [take, t],
  );
  useOwnDrops(handler);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (!pictureOf(files)) return;
      event.preventDefault();
      take(files);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, [take]);
  return take;
}
