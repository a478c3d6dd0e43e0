import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { TRASH_DAYS } from '../../../../contract/library/trash.ts';
import { emptyTrash } from '../../../api/live/trash-changes.ts';
import { queries, useVideos } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useTrashText } from '../../../ui/lib/texts/trash-text.ts';
import styles from '../page.module.css';
import { ProjectBar } from '../project-bar.tsx';
import { useLibraryText } from '../text.ts';
import { TrashLists } from './lists.tsx';
import rows from './trash.module.css';

/** Deleted videos, moments, and stories, which can be restored for 30 days. */
export function TrashPage() {
  const t = useTrashText();
  const library = useLibraryText();
  const { data: trash, error, refetch } = useQuery(queries.trash);
  const { data: videos } = useVideos();
  const { data: projects = [] } = useQuery(queries.projects);
  const { data: folders = [] } = useQuery(queries.savedSearches);
  const [isAsking, setAsking] = useState(false);
  const [isWorking, setWorking] = useState(false);
  const isEmpty = trash && trash.videos.length + trash.moments.length + trash.stories.length === 0;
  const empty = async () => {
    setWorking(true);
    try {
      await emptyTrash();
      toast(t('empty.done'), { tone: 'good' });
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
      void refetch();
    } finally {
      setWorking(false);
    }
  };
  const content = () => {
    if (!trash) return error ? <ErrorState error={error} onRetry={refetch} /> : <TrashSkeleton />;
    if (isEmpty) {
      return <EmptyState icon={Trash2} title={t('none.title')} text={t('none.text', { days: TRASH_DAYS })} />;
    }
    return <TrashLists trash={trash} />;
  };
  return (
    <Page
      title={t('title')}
      trail={[{ label: library('title'), href: '/library' }]}
      actions={
        isEmpty === false && (
          <Button look="danger" icon={Trash2} disabled={isWorking} onClick={() => setAsking(true)}>
            {t('empty')}
          </Button>
        )
      }
    >
      <div className={styles.page}>
        <ProjectBar
          projects={projects}
          folders={folders}
          folder={null}
          current={null}
          total={videos?.length}
          isTrash={true}
        />
        <div className={styles.main}>
          <div className={rows.scroller}>{content()}</div>
        </div>
      </div>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('empty.title')}
        description={t('empty.text')}
        confirm={t('empty')}
        onConfirm={() => void empty()}
      />
    </Page>
  );
}

function TrashSkeleton() {
  return (
    <div className={rows.lists} aria-hidden>
      {Array.from({ length: 5 }, (_, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
        <Skeleton key={nth} className={rows.placeholder} />
      ))}
    </div>
  );
}
