import { loadable } from '../api/loadable.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';
import { Dialog } from '../ui/layout/dialog.tsx';
import { closeOverlay, type Overlay, useOverlay } from '../ui/lib/overlays.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { useAppText } from './text.ts';

const Palette = loadable(async () => (await import('./palette.tsx')).Palette);
const AddToStory = loadable(async () => (await import('../features/stories/add/dialog.tsx')).AddToStory);
const KeysDialog = loadable(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);
const ExportDialog = loadable(async () => (await import('../features/export/dialog.tsx')).ExportDialog);
const ClipsDialog = loadable(async () => (await import('../features/export/clips-dialog.tsx')).ClipsDialog);
const ExportManyDialog = loadable(async () => (await import('../features/export/bulk-dialog.tsx')).BulkExportDialog);
const ProcessDialog = loadable(async () => (await import('../features/processing/dialog.tsx')).ProcessDialog);
const NewVideosDialog = loadable(
  async () => (await import('../features/processing/new-videos-dialog.tsx')).NewVideosDialog,
);
const DeletedChats = loadable(async () => (await import('../features/ask/deleted-chats.tsx')).DeletedChats);
const RelinkDialog = loadable(async () => (await import('../features/relink/dialog.tsx')).RelinkDialog);
const RenameDialog = loadable(async () => (await import('../features/library/dialogs/rename.tsx')).RenameDialog);
const MoveDialog = loadable(async () => (await import('../features/library/dialogs/move.tsx')).MoveDialog);
const TrashDialog = loadable(async () => (await import('../features/library/dialogs/trash.tsx')).TrashDialog);
const SeenDialog = loadable(async () => (await import('../features/search/seen-dialog.tsx')).SeenDialog);
const NameDialog = loadable(async () => (await import('../features/people/name-dialog.tsx')).NameDialog);
const MergeDialog = loadable(async () => (await import('../features/people/merge-dialog.tsx')).MergeDialog);
const PeopleDialog = loadable(async () => (await import('../features/people/dialog.tsx')).PeopleDialog);
const ShareDialog = loadable(async () => (await import('../features/share/dialog.tsx')).ShareDialog);
const ShareStoryDialog = loadable(async () => (await import('../features/share/story-dialog.tsx')).ShareStoryDialog);
const ExportStoryDialog = loadable(async () => (await import('../features/export/story-dialog.tsx')).ExportStoryDialog);

/** Open dialog of the window. A failed one, such as one whose code can't be loaded, leaves the page usable. */
export function Overlays() {
  const t = useAppText();
  const overlay = useOverlay((state) => state.overlay);
  if (!overlay) return null;
  return (
    <ErrorBoundary
      key={overlay.kind}
      resetKey={overlay.kind}
      fallback={(error, retry) => (
        <Dialog onClose={closeOverlay} title={t('crash.title')} width="narrow">
          <ErrorState error={error} onRetry={retry} />
        </Dialog>
      )}
    >
      {show(overlay)}
    </ErrorBoundary>
  );
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
      return <ProcessDialog jobIds={overlay.jobIds} modules={overlay.modules} onClose={closeOverlay} />;
    case 'export':
      return <ExportDialog jobId={overlay.jobId} range={overlay.range} onClose={closeOverlay} />;
    case 'export-many':
      return <ExportManyDialog jobIds={overlay.jobIds} onClose={closeOverlay} />;
    case 'clips':
      return <ClipsDialog clips={overlay.clips} padding={overlay.padding} onClose={closeOverlay} />;
  }
}
