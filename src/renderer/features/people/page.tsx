import { useQuery } from '@tanstack/react-query';
import { ScanFace } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { queries } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { usePeopleText } from '../../ui/lib/texts/people-text.ts';
import styles from './page.module.css';
import { PersonItem } from './person-item.tsx';
import { useAnalyzablePeople } from './use-analyzable-people.ts';

/** People of all videos of a project, most time on screen first. */
export function PeoplePage({ projectId }: { projectId: string }) {
  const t = usePeopleText();
  const [, navigate] = useLocation();
  const { data: projects } = useQuery(queries.projects);
  const { data, error, refetch } = useQuery(queries.projectPeople(projectId));
  const [open, setOpen] = useState<string | null>(null);
  const project = projects?.find(({ id }) => id === projectId);
  const existing = useAnalyzablePeople(projectId);
  const settings = () => openOverlay({ kind: 'people', projectId });
  const content = () => {
    if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton className={styles.skeleton} />;
    if (!data.enabled) {
      return (
        <EmptyState
          icon={ScanFace}
          title={t('page.off.title')}
          text={t('page.off.text')}
          action={<Button onClick={settings}>{t('page.off.do')}</Button>}
        />
      );
    }
    if (data.people.length === 0) {
      const action = existing ? (
        <Button look="primary" onClick={existing.open}>
          {existing.label}
        </Button>
      ) : (
        <Button onClick={() => navigate(`/projects/${projectId}`)}>{t('page.none.do')}</Button>
      );
      return <EmptyState icon={ScanFace} title={t('none.title')} text={t('page.none.text')} action={action} />;
    }
    return (
      <ul className={styles.list} aria-label={t('list')}>
        {data.people.map((person) => (
          <PersonItem
            key={person.id}
            person={person}
            isOpen={open === person.id}
            onToggle={() => setOpen(open === person.id ? null : person.id)}
          />
        ))}
      </ul>
    );
  };
  return (
    <Page
      title={t('page.title')}
      trail={project ? [{ label: project.name, href: `/projects/${projectId}` }] : []}
      actions={data?.enabled && <Button onClick={settings}>{t('settings')}</Button>}
    >
      <div className={styles.page}>{content()}</div>
    </Page>
  );
}
