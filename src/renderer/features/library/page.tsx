import { useQuery } from '@tanstack/react-query';
import { AudioWaveform, MessageCircleQuestion, Tags } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { queries, useVideos } from '../../api/queries.ts';
import { HeaderButton } from '../../ui/controls/header-button.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { useShortcuts } from '../../ui/lib/shortcuts.ts';
import { EmptyProject, NoMatches, NoSuchPage } from './empty-states.tsx';
import { FirstSteps } from './first-steps.tsx';
import { ListHead } from './list-head.tsx';
import styles from './page.module.css';
import { ProjectBar } from './project-bar.tsx';
import { useSelection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useLibraryText } from './text.ts';
import { Toolbar } from './toolbar.tsx';
import { AddButton } from './upload/add-button.tsx';
import { useLibraryFilter } from './use-library-filter.ts';
import { useSmartFolder } from './use-smart-folder.ts';
import { LibraryGrid, LibrarySkeleton } from './video-grid.tsx';
import { useView } from './view.ts';

const NONE: ReadonlySet<string> = new Set();

/** All videos, those of a project, or those of a smart folder. */
export function LibraryPage({ projectId = null }: { projectId?: string | null }) {
  const t = useLibraryText();
  const { data: videos, error, refetch } = useVideos();
  const { data: projects = [], isSuccess: hasProjects } = useQuery(queries.projects);
  const folderId = new URLSearchParams(useSearch()).get('folder');
  const { folders, folder, isMissing: isFolderMissing, jobIds, error: folderError } = useSmartFolder(folderId);
  const only = folder === null ? null : (jobIds ?? NONE);
  const [view, setView] = useView();
  const filter = useLibraryFilter(videos, { projects, projectId, only, view });
  const { shown, facts } = filter;
  const order = useMemo(() => shown.map((video) => video.job_id), [shown]);
  const selection = useSelection(order, videos);
  const chosen = shown.filter((video) => selection.has(video.job_id));
  const project = projects.find(({ id }) => id === projectId) ?? null;
  const isProjectMissing = projectId !== null && hasProjects && project === null;
  const isEmpty = videos !== undefined && !videos.some((video) => projectId === null || video.project_id === projectId);
  useShortcuts({
    'mod+a': selection.selectAll,
    escape: selection.clear,
    delete: () => {
      if (chosen.length > 0) openOverlay({ kind: 'trash-videos', jobIds: chosen.map(({ job_id }) => job_id) });
    },
  });

  const content = () => {
    if (!videos) return error ? <ErrorState error={error} onRetry={refetch} /> : <LibrarySkeleton view={view.layout} />;
    if (isProjectMissing || isFolderMissing) return <NoSuchPage isProject={isProjectMissing} />;
    if (videos.length === 0) return <FirstSteps />;
    if (isEmpty) return <EmptyProject projectId={projectId} />;
    if (folder && !jobIds) {
      return folderError ? <ErrorState error={folderError} /> : <LibrarySkeleton view={view.layout} />;
    }
    if (shown.length === 0) return <NoMatches onReset={filter.reset} />;
    return (
      <>
        {view.layout === 'row' && <ListHead sort={view.sort} onSort={(sort) => setView({ sort })} />}
        <LibraryGrid videos={shown} layout={view.layout} facts={facts} selection={selection} />
      </>
    );
  };

  return (
    <Page
      title={project?.name ?? folder?.name ?? t('title')}
      {...((project ?? folder) && { trail: [{ label: t('title'), href: '/library' }] })}
      actions={
        <>
          <HeaderActions projectId={project?.id ?? null} isEmpty={isEmpty} />
          {!isProjectMissing && <AddButton projectId={projectId} />}
        </>
      }
    >
      <div className={styles.page}>
        <ProjectBar
          projects={projects}
          folders={folders}
          folder={folder?.id ?? null}
          current={project}
          total={videos?.length}
        />
        <div className={styles.main}>
          {!isEmpty && !isFolderMissing && (
            <Toolbar
              text={filter.text}
              setText={filter.setText}
              status={filter.status}
              setStatus={filter.setStatus}
              view={view}
              setView={setView}
              count={videos?.length === undefined ? null : shown.length}
            />
          )}
          <div className={styles.content}>
            {content()}
            {chosen.length > 0 && (
              <SelectionBar
                videos={chosen}
                projects={projects}
                onSelectAll={selection.selectAll}
                onClear={selection.clear}
              />
            )}
          </div>
        </div>
      </div>
    </Page>
  );
}

/** Buttons in the header of the library or of a project; questions and topics need videos. */
function HeaderActions({ projectId, isEmpty }: { projectId: string | null; isEmpty: boolean }) {
  const t = useLibraryText();
  const [, navigate] = useLocation();
  const { data: events = [] } = useQuery(queries.events);
  return (
    <>
      {projectId !== null && !isEmpty && (
        <HeaderButton
          icon={MessageCircleQuestion}
          label={t('ask')}
          onClick={() => navigate(`/ask?project=${projectId}`)}
        />
      )}
      {events.length > 0 && (
        <HeaderButton icon={AudioWaveform} label={t('events')} onClick={() => navigate('/events')} />
      )}
      {projectId === null && !isEmpty && (
        <HeaderButton icon={Tags} label={t('topics')} onClick={() => navigate('/search/topics')} />
      )}
    </>
  );
}
