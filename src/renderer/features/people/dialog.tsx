import { useQuery } from '@tanstack/react-query';
import { Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { deletePeople, enablePeople } from '../../api/live/people-changes.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Confirm, Dialog } from '../../ui/layout/dialog.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { usePeopleText } from '../../ui/lib/texts/people-text.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import styles from './dialog.module.css';
import { useAnalyzablePeople } from './use-analyzable-people.ts';

const SECTIONS = ['stored', 'law', 'delete.all'] as const;

/** Explains the data of People in a project and the law, turns it on, and deletes everything at once. */
export function PeopleDialog({ projectId, onClose }: { projectId: string; onClose(): void }) {
  const t = usePeopleText();
  const formats = useFormats();
  const { data: projects } = useQuery(queries.projects);
  const { data, error, refetch } = useQuery(queries.projectPeople(projectId));
  const [isAllowed, setAllowed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const project = projects?.find(({ id }) => id === projectId)?.name ?? '';

  const existing = useAnalyzablePeople(projectId);

  const change = async (work: () => Promise<void>, done: string, next: typeof existing = null) => {
    setBusy(true);
    try {
      await work();
      toast(done, { tone: 'good', ...(next && { action: { label: next.label, run: next.open } }) });
      onClose();
    } catch (thrown) {
      toast(t('failed', { reason: errorText(thrown) }), { tone: 'bad' });
      setBusy(false);
    }
  };
  const turnOn = () => change(() => enablePeople(projectId), t('turnedOn', { project }), existing);
  const turnOff = () => change(() => deletePeople(projectId), t('turnedOff'));
  const actions = data?.enabled ? (
    <Button look="danger" icon={Trash2} disabled={isBusy} onClick={() => setAsking(true)}>
      {t('turnOff')}
    </Button>
  ) : (
    <Button
      look="primary"
      icon={Users}
      disabled={isBusy || !data || !isAllowed || existing === undefined}
      onClick={() => void turnOn()}
    >
      {t('turnOn')}
    </Button>
  );
  return (
    <>
      <Dialog
        onClose={onClose}
        title={t('dialog.title', { project })}
        description={t('dialog.about')}
        actions={actions}
      >
        {data?.enabled && (
          <Notice title={t('isOn', { date: data.enabled_at === null ? '' : formats.date(data.enabled_at) })}>
            {t('isOn.count', { count: data.people.length })}
          </Notice>
        )}
        {SECTIONS.map((section) => (
          <section key={section} className={styles.section}>
            <h3>{t(`${section}.title`)}</h3>
            <p className={styles.text}>{t(`${section}.text`)}</p>
          </section>
        ))}
        {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton className={styles.skeleton} />)}
        {data?.enabled === false && <Checkbox label={t('consent')} checked={isAllowed} onChange={setAllowed} />}
      </Dialog>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('turnOff.title', { project })}
        description={t('turnOff.text')}
        confirm={t('turnOff.do')}
        onConfirm={() => void turnOff()}
      />
    </>
  );
}
