import { lazy, Suspense } from 'react';
import { closeOverlay, type Overlay, useOverlay } from '../ui/lib/overlays.ts';

const SearchPalette = lazy(async () => ({ default: (await import('../features/search/palette.tsx')).SearchPalette }));
const KeysDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }));
const ExportDialog = lazy(async () => ({ default: (await import('../features/export/dialog.tsx')).ExportDialog }));
const ClipsDialog = lazy(async () => ({ default: (await import('../features/export/clips-dialog.tsx')).ClipsDialog }));
const ExportManyDialog = lazy(async () => ({
  default: (await import('../features/export/bulk-dialog.tsx')).BulkExportDialog,
}));
const ProcessDialog = lazy(async () => ({
  default: (await import('../features/processing/dialog.tsx')).ProcessDialog,
}));
const ShareDialog = lazy(async () => ({ default: (await import('../features/share/dialog.tsx')).ShareDialog }));

/** Open dialog of the window. */
export function Overlays() {
  const overlay = useOverlay((state) => state.overlay);
  return <Suspense fallback={null}>{overlay && show(overlay)}</Suspense>;
}

function show(overlay: Overlay) {
  switch (overlay.kind) {
    case 'search':
      return <SearchPalette onClose={closeOverlay} />;
    case 'keys':
      return <KeysDialog onClose={closeOverlay} />;
    case 'share':
      return <ShareDialog jobId={overlay.jobId} onClose={closeOverlay} />;
    case 'process':
      return <ProcessDialog jobIds={overlay.jobIds} onClose={closeOverlay} />;
    case 'export':
      return <ExportDialog jobId={overlay.jobId} range={overlay.range} onClose={closeOverlay} />;
    case 'export-many':
      return <ExportManyDialog jobIds={overlay.jobIds} onClose={closeOverlay} />;
    case 'clips':
      return <ClipsDialog clips={overlay.clips} padding={overlay.padding} onClose={closeOverlay} />;
  }
}
