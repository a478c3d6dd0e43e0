import { lazy, Suspense } from 'react';
import { closeOverlay, type Overlay, useOverlay } from '../ui/lib/overlays.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const AddToStory = lazy(async () => ({ default: (await import('../features/stories/add/dialog.tsx')).AddToStory }));
const KeysDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }));
const ExportDialog = lazy(async () => ({ default: (await import('../features/export/dialog.tsx')).ExportDialog }));
const ClipsDialog = lazy(async () => ({ default: (await import('../features/export/clips-dialog.tsx')).ClipsDialog }));
const ExportManyDialog = lazy(async () => ({
  default: (await import('../features/export/bulk-dialog.tsx')).BulkExportDialog,
}));
const ProcessDialog = lazy(async () => ({
  default: (await import('../features/processing/dialog.tsx')).ProcessDialog,
}));
const NewVideosDialog = lazy(async () => ({
  default: (await import('../features/processing/new-videos-dialog.tsx')).NewVideosDialog,
}));
const DeletedChats = lazy(async () => ({ default: (await import('../features/ask/deleted-chats.tsx')).DeletedChats }));
const RelinkDialog = lazy(async () => ({ default: (await import('../features/relink/dialog.tsx')).RelinkDialog }));
const RenameDialog = lazy(async () => ({
  default: (await import('../features/library/dialogs/rename.tsx')).RenameDialog,
}));
const MoveDialog = lazy(async () => ({ default: (await import('../features/library/dialogs/move.tsx')).MoveDialog }));
const TrashDialog = lazy(async () => ({
  default: (await import('../features/library/dialogs/trash.tsx')).TrashDialog,
}));
const SeenDialog = lazy(async () => ({ default: (await import('../features/search/seen-dialog.tsx')).SeenDialog }));
const NameDialog = lazy(async () => ({ default: (await import('../features/people/name-dialog.tsx')).NameDialog }));
const MergeDialog = lazy(async () => ({ default: (await import('../features/people/merge-dialog.tsx')).MergeDialog }));
const PeopleDialog = lazy(async () => ({ default: (await import('../features/people/dialog.tsx')).PeopleDialog }));
const ShareDialog = lazy(async () => ({ default: (await import('../features/share/dialog.tsx')).ShareDialog }));
const ShareStoryDialog = lazy(async () => ({
  default: (await import('../features/share/story-dialog.tsx')).ShareStoryDialog,
}));
const ExportStoryDialog = lazy(async () => ({
  default: (await import('../features/export/story-dialog.tsx')).ExportStoryDialog,
}));

/** Open dialog of the window. */
export function Overlays() {
  const overlay = useOverlay((state) => state.overlay);
  return <Suspense fallback={null}>{overlay && show(overlay)}</Suspense>;
}

function show(overlay: Overlay) {
  switch (overlay.kind) {
    case 'search':
      return <Palette onClose={closeOverlay} />;
    case 'keys':
      return <KeysDialog onClose={closeOverlay} />;
    case 'seen':
      return <SeenDialog onClose={closeOverlay} />;
    case 'people':
      return <PeopleDialog projectId={overlay.projectId} onClose={closeOverlay} />;
    case 'name-person':
      return <NameDialog person={overlay.person} onClose={closeOverlay} />;
    case 'merge-person':
      return <MergeDialog {...overlay} onClose={closeOverlay} />;
    case 'share':
      return <ShareDialog jobId={overlay.jobId} onClose={closeOverlay} />;
    case 'share-story':
      return <ShareStoryDialog storyId={overlay.storyId} onClose={closeOverlay} />;
    case 'export-story':
      return <ExportStoryDialog storyId={overlay.storyId} onClose={closeOverlay} />;
    case 'rename-video':
      return <RenameDialog jobId={overlay.jobId} onClose={closeOverlay} />;
    case 'move-videos':
      return <MoveDialog jobIds={overlay.jobIds} onClose={closeOverlay} />;
    case 'trash-videos':
      return <TrashDialog jobIds={overlay.jobIds} onClose={closeOverlay} />;
    case 'add-to-story':
      return <AddToStory moments={overlay.moments} onClose={closeOverlay} />;
    case 'deleted-chats':
      return <DeletedChats onClose={closeOverlay} />;
    case 'new-videos':
      return <NewVideosDialog onClose={closeOverlay} />;
    case 'relink':
      return <RelinkDialog jobId={overlay.jobId} onClose={closeOverlay} />;
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
