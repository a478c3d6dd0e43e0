import { useQuery } from '@tanstack/react-query';
import { FolderOpen, SearchX } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { queries, useVideos } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useAddVideos } from '../../ui/lib/add-videos.ts';
import { useShortcuts } from '../../ui/lib/shortcuts.ts';
import { AddButton } from './add-button.tsx';
import { FirstSteps } from './first-steps.tsx';
import styles from './page.module.css';
import { ProjectBar } from './project-bar.tsx';
import { useSelection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { type SortFilter, sortAndFilter } from './sort-filter.ts';
import { useLibraryText } from './text.ts';
import { Toolbar } from './toolbar.tsx';
import { LibraryGrid, LibrarySkeleton } from './video-grid.tsx';
import { useView } from './view.ts';

/** All videos or those of a project. */
export function LibraryPage({ projectId = null }: { projectId?: string | null }) {
  const t = useLibraryText();
  const { data: videos, error, refetch } = useVideos();
  const { data: projects = [] } = useQuery(queries.projects);
  const [view, setView] = useView();
  const [text, setText] = useState('');
  const [status, setStatus] = useState<SortFilter['status']>('any');
  const add = useAddVideos();
  const [isDeleting, setDeleting] = useState(false);

  // Typing stays responsive with ten thousand videos.
  const wanted = useDeferredValue(text);
  const shown = useMemo(
    () => sortAndFilter(videos ?? [], { text: wanted, status, sort: view.sort, projectId }),
    [videos, wanted, status, view.sort, projectId],
  );
  const order = useMemo(() => shown.map((video) => video.job_id), [shown]);
  const selection = useSelection(order);
  const chosen = shown.filter((video) => selection.has(video.job_id));
  const project = projects.find(({ id }) => id === projectId) ?? null;
  const isEmpty = videos !== undefined && !videos.some((video) => projectId === null || video.project_id === projectId);
  const reset = () => {
    setText('');
    setStatus('any');
  };
  useShortcuts({
    'mod+a': selection.selectAll,
    escape: selection.clear,
    delete: () => chosen.length > 0 && setDeleting(true),
  });

  const content = () => {
    if (!videos) return error ? <ErrorState error={error} onRetry={refetch} /> : <LibrarySkeleton view={view.layout} />;
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
    return <LibraryGrid videos={shown} layout={view.layout} selection={selection} />;
  };

  return (
    <Page
      title={project?.name ?? t('title')}
      {...(project && { trail: [{ label: t('title'), href: '/library' }] })}
      actions={<AddButton projectId={projectId} />}
    >
      <ProjectBar projects={projects} current={project} total={videos?.length} />
      {!isEmpty && (
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
            isDeleting={isDeleting}
            setDeleting={setDeleting}
            onSelectAll={selection.selectAll}
            onClear={selection.clear}
          />
        )}
      </div>
    </Page>
  );
}
