import { useQuery } from '@tanstack/react-query';
import { Copy, KeyRound, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { isPast } from '../../../../base/time.ts';
import { type ApiKey, type ApiKeyCreated, KEY_SCOPES, type KeyScope } from '../../../../contract/account/keys.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/checkbox.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import styles from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { expiresAt, KEY_EXPIRIES, type KeyExpiry } from './expiry.ts';

/** API keys. A key is shown in full once, after its creation. */
export function ApiKeys() {
  const t = useSettingsText();
  const formats = useFormats();
  const { data: keys, error, refetch } = useQuery(queries.keys);
  const [name, setName] = useState('');
  const [scope, setScope] = useState<KeyScope>('write');
  const { data: projects } = useQuery(queries.projects);
  const [project, setProject] = useState('');
  const [expiry, setExpiry] = useState<KeyExpiry>('never');
  const [made, setMade] = useState<ApiKeyCreated | null>(null);
  const [deleting, setDeleting] = useState<ApiKey | null>(null);

  const create = async (event: FormEvent) => {
    event.preventDefault();
    await runAction(async () =>
      setMade(
        await api.keys.create({
          name: name.trim(),
          scope,
          expires_at: expiresAt(expiry),
          projects: project === '' ? null : [project],
        }),
      ),
    );
    setName('');
    invalidate(queries.keys.queryKey);
  };
  const nameOf = (id: string) => projects?.find((each) => each.id === id)?.name ?? t('keys.project.deleted');
  const change = async (run: () => Promise<unknown>) => {
    await runAction(run);
    invalidate(queries.keys.queryKey);
  };
  const copy = async (key: string) => {
    await navigator.clipboard.writeText(key);
    toast(t('keys.copied'), { tone: 'good' });
  };
  return (
    <>
      <p className={styles.about}>{t('keys.about')}</p>
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
        <Button type="submit" look="primary" icon={KeyRound} disabled={name.trim() === ''}>
          {t('keys.create')}
        </Button>
      </form>
      {made && (
        <Notice
          tone="warn"
          title={t('keys.once')}
          action={
            <>
              <Button size="small" look="primary" icon={Copy} onClick={() => void copy(made.raw_key)}>
                {t('keys.copy')}
              </Button>
              <Button size="small" onClick={() => setMade(null)}>
                {t('keys.done')}
              </Button>
            </>
          }
        >
          <code className={styles.mono}>{made.raw_key}</code>
        </Notice>
      )}
      {error && !keys && <ErrorState title={t('error.title')} error={error} onRetry={refetch} />}
      {!keys && !error && <Skeleton className={styles.skeleton} />}
      {keys?.length === 0 && <p className={styles.about}>{t('keys.none')}</p>}
      {keys && keys.length > 0 && (
        <ul className={styles.list}>
          {keys.map((key) => (
            <li key={key.id} className={styles.row}>
              <div className={styles.main}>
                <p className={styles.name} dir="auto">
                  {key.name}
                </p>
                <p className={styles.facts}>
                  <span className={styles.mono}>{key.key_prefix}</span>
                  {' · '}
                  {t(`keys.scope.${key.scope}`)}
                  {' · '}
                  {key.projects !== null && (
                    <>
                      {t('keys.project.only', { projects: key.projects.map(nameOf).join(', ') })}
                      {' · '}
                    </>
                  )}
                  {key.expires_at !== null && (
                    <>
                      {t(isPast(key.expires_at) ? 'keys.expired' : 'keys.expires', {
                        date: formats.date(key.expires_at),
                      })}
                      {' · '}
                    </>
                  )}
                  {key.last_used_at === null
                    ? t('keys.unused')
                    : t('keys.used', { ago: formats.ago(key.last_used_at) })}
                  {' · '}
                  {t('keys.made', { ago: formats.ago(key.created_at) })}
                </p>
              </div>
              <div className={styles.actions}>
                <Switch
                  label={
                    <>
                      {t('keys.active')}
                      <span className="visually-hidden"> {key.name}</span>
                    </>
                  }
                  checked={key.is_active === 1}
                  onChange={(isActive) => void change(() => api.keys.setActive(key.id, isActive))}
                />
                <IconButton
                  icon={Trash2}
                  label={t('keys.delete', { name: key.name })}
                  onClick={() => setDeleting(key)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Confirm
        open={deleting !== null}
        onOpenChange={(isOpen) => !isOpen && setDeleting(null)}
        title={t('keys.delete.title', { name: deleting?.name ?? '' })}
        description={t('keys.delete.text')}
        confirm={t('keys.delete.do')}
        onConfirm={() => deleting && void change(() => api.keys.remove(deleting.id))}
      />
    </>
  );
}
