import { useState } from 'react';
import type { VideoPerson } from '../../../../contract/people.ts';
import { mergePerson } from '../../../api/people-changes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { usePeopleText } from '../../../ui/lib/people-text.ts';
import { usePersonName } from '../../../ui/lib/person-name.ts';
import { PersonCover } from '../../../ui/media/person-cover.tsx';
import styles from './people.module.css';

const NOBODY = '';

/** Merges a person into another one of the video, after a look at both. */
export function MergeDialog({
  person,
  others,
  onClose,
}: {
  person: VideoPerson;
  others: readonly VideoPerson[];
  onClose(): void;
}) {
  const t = usePeopleText();
  const nameOf = usePersonName();
  const [into, setInto] = useState(NOBODY);
  const [isBusy, setBusy] = useState(false);
  const target = others.find(({ id }) => id === into);
  const merge = async () => {
    if (!target) return;
    setBusy(true);
    try {
      await mergePerson(person.id, target.id);
      toast(t('merged', { name: nameOf(target) }), { tone: 'good' });
      onClose();
    } catch (error) {
      toast(t('failed', { reason: errorText(error) }), { tone: 'bad' });
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      width="narrow"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('merge.title', { name: nameOf(person) })}
      description={t('merge.text')}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" disabled={!target || isBusy} onClick={() => void merge()}>
            {t('merge.do')}
          </Button>
        </>
      }
    >
      <Select
        label={t('merge.into')}
        value={into}
        options={[
          { value: NOBODY, label: t('merge.none') },
          ...others.map((other) => ({ value: other.id, label: nameOf(other) })),
        ]}
        onChange={setInto}
      />
      <div className={styles.pair}>
        <PersonCover src={person.cover} className={styles.large} />
        <PersonCover src={target?.cover ?? null} className={styles.large} />
      </div>
    </Dialog>
  );
}
