import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type ApiKeyCreated, KEY_SCOPES, type KeyScope } from '../../../../contract/account/keys.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import styles from '../page.module.css';
import { endDraft, runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { expiresAt, KEY_EXPIRIES, type KeyExpiry } from './expiry.ts';

/** Form that creates a key. */
export function KeyForm({ onCreated }: { onCreated(key: ApiKeyCreated): void }) {
  const t = useSettingsText();
  const { data: projects } = useQuery(queries.projects);
  const [name, setName] = useState('');
  const [scope, setScope] = useState<KeyScope>('write');
  const [project, setProject] = useState('');
  const [expiry, setExpiry] = useState<KeyExpiry>('never');
  const [isBusy, setBusy] = useState(false);

  const create = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await runAction(async () => {
      const key = await api.keys.create({
        name: name.trim(),
        scope,
        expires_at: expiresAt(expiry),
        projects: project === '' ? null : [project],
      });
      setName(endDraft(name, ''));
      onCreated(key);
    });
    setBusy(false);
  };
  return (
    <form className={styles.line} onSubmit={(event) => void create(event)}>
      <Input
        label={t('keys.name')}
        className={styles.field ?? ''}
        placeholder={t('keys.name.hint')}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select<KeyScope>
        label={t('keys.scope')}
        value={scope}
        options={KEY_SCOPES.map((value) => ({ value, label: t(`keys.scope.${value}`) }))}
        onChange={setScope}
      />
      {projects && projects.length > 0 && (
        <Select
          label={t('keys.project')}
          value={project}
          options={[
            { value: '', label: t('keys.project.all') },
            ...projects.map(({ id, name: label }) => ({ value: id, label })),
          ]}
          onChange={setProject}
        />
      )}
      <Select<KeyExpiry>
        label={t('keys.expiry')}
        value={expiry}
        options={KEY_EXPIRIES.map((value) => ({ value, label: t(`keys.expiry.${value}`) }))}
        onChange={setExpiry}
      />
      <Button type="submit" look="primary" icon={KeyRound} disabled={isBusy || name.trim() === ''}>
        {t('keys.create')}
      </Button>
    </form>
  );
}
