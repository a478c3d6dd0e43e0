import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mergePerson } from '../../api/live/people-changes.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { usePeopleText } from '../../ui/lib/texts/people-text.ts';
import { usePersonName } from '../../ui/lib/texts/person-name.ts';
import { PersonCover } from '../../ui/media/people/person-cover.tsx';
import styles from './merge-dialog.module.css';

const NOBODY = '';

/**
 * Merges a person into another one of the project, after a look at both. @param near people to list first, those of a
 * video
 */
export function MergeDialog({
  personId,
  projectId,
  near,
  onClose,
}: {
  personId: string;
  projectId: string;
  near: readonly string[];
  onClose(): void;
}) {
  const t = usePeopleText();
  const nameOf = usePersonName();
  const { data, error, refetch } = useQuery(queries.projectPeople(projectId));
  const { data: details } = useQuery(queries.person(personId));
  const [into, setInto] = useState(NOBODY);
  const [isBusy, setBusy] = useState(false);
  const person = data?.people.find(({ id }) => id === personId);
  const others = data?.people.filter(({ id }) => id !== personId) ?? [];
  const [here, elsewhere] = [true, false].map((isNear) => others.filter(({ id }) => near.includes(id) === isNear));
  const target = others.find(({ id }) => id === into);
  const isTogether = details?.seen_with.some(({ person_id }) => person_id === into) ?? false;
  const merge = async () => {
    if (!target) return;
    setBusy(true);
    try {
      await mergePerson(personId, target.id);
      toast(t('merged', { name: nameOf(target) }), { tone: 'good' });
      onClose();
    } catch (thrown) {
      toast(t('failed', { reason: errorText(thrown) }), { tone: 'bad' });
      setBusy(false);
    }
  };
  return (
    <Dialog
      width="narrow"
      onClose={onClose}
      title={t('merge.title', { name: person ? nameOf(person) : '' })}
      description={t(data && others.length === 0 ? 'merge.nobody' : 'merge.text')}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" disabled={!target || isBusy} onClick={() => void merge()}>
            {t('merge.do')}
          </Button>
        </>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {others.length > 0 && (
        <Select
          label={t('merge.into')}
          value={into}
          options={[
            { value: NOBODY, label: t('merge.none') },
            ...here!.map((other) => ({ value: other.id, label: nameOf(other) })),
            ...elsewhere!.map((other) => ({
              value: other.id,
              label: t('merge.elsewhere', { name: nameOf(other), count: other.videos }),
            })),
          ]}
          onChange={setInto}
        />
      )}
      {isTogether && <Notice tone="warn">{t('merge.together')}</Notice>}
      {person && (
        <div className={styles.pair}>
          <PersonCover src={person.cover} className={styles.large} />
          <PersonCover src={target?.cover ?? null} className={styles.large} />
        </div>
      )}
    </Dialog>
  );
}
