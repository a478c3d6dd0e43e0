import { useEffect, useMemo } from 'react';
import { useLocation } from 'wouter';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useOwnDrops } from '../../../ui/lib/drop-handler.ts';
import { isPicture, setPicture } from '../../../ui/lib/picture-store.ts';
import { useVisualText } from '../../../ui/lib/texts/visual-text.ts';

/**
 * Searches with pictures that are dropped on the window or pasted while the component is shown; other files are added
 * to the library as elsewhere. Returns a function that takes files, such as chosen ones.
 */
export function usePictureInput(): (files: readonly File[]) => void {
  const t = useVisualText();
  const [, navigate] = useLocation();
  const take = useMemo(
    () => (files: readonly File[]) => {
      const picture = files.find(isPicture);
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
      take: (files: readonly File[]) => {
        if (files.some(isPicture)) take(files);
        return files.filter((file) => !isPicture(file));
      },
    }),
    [take, t],
  );
  useOwnDrops(handler);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const picture = [...(event.clipboardData?.files ?? [])].find(isPicture);
      // Office programs put a picture of copied text beside the text; some systems put the name of a copied file there.
      const text = event.clipboardData?.getData('text/plain').trim() ?? '';
      if (!picture || (text !== '' && !text.endsWith(picture.name))) return;
      event.preventDefault();
      take([picture]);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, [take]);
  return take;
}
