import { useQuery } from '@tanstack/react-query';
import { AudioWaveform, FolderOpen, MessageCircleQuestion, SearchX, Tags } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { queries, useVideos } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { HeaderButton } from '../../ui/controls/header-button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useAddVideos } from '../../ui/lib/add-videos.ts';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { useShortcuts } from '../../ui/lib/shortcuts.ts';
import { FirstSteps } from './first-steps.tsx';
import { ListHead } from './list-head.tsx';
import styles from './page.module.css';
import { ProjectBar } from './project-bar.tsx';
import { useSelection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { type SortFilter, sortAndFilter } from './sort-filter.ts';
import { useLibraryText } from './text.ts';
import { Toolbar } from './toolbar.tsx';
import { AddButton } from './upload/add-button.tsx';
import { useSmartFolder } from './use-smart-folder.ts';
import { FACT_SORTS, useVideoFacts } from './use-video-facts.ts';
import { LibraryGrid, LibrarySkeleton } from './video-grid.tsx';
import { useView } from './view.ts';

const NONE: ReadonlySet<string> = new Set();

/** All videos, those of a project, or those of a smart folder. */
export function LibraryPage({ projectId = null }: { projectId?: string | null }) {
  const t = useLibraryText();
  const [, navigate] = useLocation();
  const { data: videos, error, refetch } = useVideos();
  const { data: projects = [], isSuccess: hasProjects } = useQuery(queries.projects);
  const { data: events = [] } = useQuery(queries.events);
  const folderId = new URLSearchParams(useSearch()).get('folder');
  const { folders, folder, isMissing: isFolderMissing, jobIds, error: folderError } = useSmartFolder(folderId);
  const only = folder === null ? null : (jobIds ?? NONE);
  const [view, setView] = useView();
  const [text, setText] = useState('');
  const [status, setStatus] = useState<SortFilter['status']>('any');
  const add = useAddVideos();

  const facts = useVideoFacts(view.layout === 'row' || FACT_SORTS.has(view.sort));
  // Typing stays responsive with ten thousand videos.
  const wanted = useDeferredValue(text);
  const shown = useMemo(() => {
    const projectName = (id: string) => projects.find((each) => each.id === id)?.name ?? '';
    const filter = { text: wanted, status, sort: view.sort, projectId, only, projectName };
    return sortAndFilter(videos ?? [], { ...filter, factsOf: (jobId) => facts.get(jobId) });
  }, [videos, wanted, status, view.sort, projectId, only, projects, facts]);
  const order = useMemo(() => shown.map((video) => video.job_id), [shown]);
  const selection = useSelection(order, videos);
  const chosen = shown.filter((video) => selection.has(video.job_id));
  const project = projects.find(({ id }) => id === projectId) ?? null;
  const isProjectMissing = projectId !== null && hasProjects && project === null;
  const isEmpty = videos !== undefined && !videos.some((video) => projectId === null || video.project_id === projectId);
  const reset = () => {
    setText('');
    setStatus('any');
  };
  useShortcuts({
    'mod+a': selection.selectAll,
    escape: selection.clear,
    delete: () => {
      if (chosen.length > 0) openOverlay({ kind: 'trash-videos', jobIds: chosen.map(({ job_id }) => job_id) });
    },
  });

  const content = () => {
    if (!videos) return error ? <ErrorState error={error} onRetry={refetch} /> : <LibrarySkeleton view={view.layout} />;
    if (isProjectMissing || isFolderMissing) {
      return (
        <EmptyState
          icon={SearchX}
          title={t(isProjectMissing ? 'missing.project' : 'missing.folder')}
          text={t('missing.text')}
          action={
            <Button look="primary" onClick={() => navigate('/library')}>
              {t('all')}
            </Button>
          }
        />
      );
    }
    if (videos.length === 0) return <FirstSteps />;
    if (isEmpty) {
      return (
        <EmptyState
          icon={FolderOpen}
          title={t('emptyProject.title')}
          text={t('emptyProject.text')}
          action={
            <Button look="primary" onClick={() => add('files', projectId)}>
              {t('add.files')}
            </Button>
          }
        />
      );
    }
    if (folder && !jobIds) {
      return folderError ? <ErrorState error={folderError} /> : <LibrarySkeleton view={view.layout} />;
    }
    if (shown.length === 0) {
      return (
        <EmptyState
          icon={SearchX}
          title={t('none.title')}
          text={t('none.text')}
          action={<Button onClick={reset}>{t('none.clear')}</Button>}
        />
      );
    }
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
          {project && !isEmpty && (
            <HeaderButton
              icon={MessageCircleQuestion}
              label={t('ask')}
              onClick={() => navigate(`/ask?project=${project.id}`)}
            />
          )}
          {events.length > 0 && (
            <HeaderButton icon={AudioWaveform} label={t('events')} onClick={() => navigate('/events')} />
          )}
          {!project && !isEmpty && (
            <HeaderButton icon={Tags} label={t('topics')} onClick={() => navigate('/search/topics')} />
          )}
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
              text={text}
              setText={setText}
              status={status}
              setStatus={setStatus}
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
