import { lazy, Suspense } from 'react';
import { closeOverlay, useOverlay } from '../ui/overlays.ts';

const SearchPalette = lazy(async () => ({ default: (await import('../features/search/palette.tsx')).SearchPalette }));

/** The task that some screen opened over the page. */
export function Overlays() {
  const overlay = useOverlay((state) => state.overlay);
  if (!overlay) return null;
  return <Suspense fallback={null}>{overlay.kind === 'search' && <SearchPalette onClose={closeOverlay} />}</Suspense>;
}
