import { useEffect, useMemo } from 'react';
import { useLocation } from 'wouter';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useOwnDrops } from '../../../ui/lib/drop-handler.ts';
import { isImage, setSearchImage } from '../../../ui/lib/search-image-store.ts';
import { useVisualText } from '../../../ui/lib/texts/visual-text.ts';

/**
 * Searches with images that are dropped on the window or pasted while the component is shown; other files are added
 * to the library as elsewhere. Returns a function that takes files, such as chosen ones.
 */
export function useImageInput(): (files: readonly File[]) => void {
  const t = useVisualText();
  const [, navigate] = useLocation();
  const take = useMemo(
    () => (files: readonly File[]) => {
      const image = files.find(isImage);
      if (!image) return void toast(t('noImage'));
      setSearchImage(image);
      navigate('/search/picture');
    },
    [navigate, t],
  );
  const handler = useMemo(
    () => ({
      title: t('drop.title'),
      text: t('drop.text'),
      take: (files: readonly File[]) => {
        if (files.some(isImage)) take(files);
        return files.filter((file) => !isImage(file));
      },
    }),
    [take, t],
  );
  useOwnDrops(handler);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const image = [...(event.clipboardData?.files ?? [])].find(isImage);
      // Office programs put an image of copied text beside the text; some systems put the name of a copied file there.
      const text = event.clipboardData?.getData('text/plain').trim() ?? '';
      if (!image || (text !== '' && !text.endsWith(image.name))) return;
      event.preventDefault();
      take([image]);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, [take]);
  return take;
}
