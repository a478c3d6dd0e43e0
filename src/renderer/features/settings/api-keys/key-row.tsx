import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { isPast } from '../../../../base/time.ts';
import type { ApiKey } from '../../../../contract/account/keys.ts';
import { queries } from '../../../api/queries.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/checkbox.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import styles from '../page.module.css';
import { useSettingsText } from '../text.ts';

/** A key with its rights and last use. */
export function KeyRow({
  apiKey,
  onActive,
  onDelete,
}: {
  apiKey: ApiKey;
  onActive(isActive: boolean): void;
  onDelete(): void;
}) {
  const t = useSettingsText();
  const formats = useFormats();
  const { data: projects } = useQuery(queries.projects);
  const nameOf = (id: string) => projects?.find((each) => each.id === id)?.name ?? t('keys.project.deleted');
  const facts = [
    t(`keys.scope.${apiKey.scope}`),
    apiKey.projects && t('keys.project.only', { projects: apiKey.projects.map(nameOf).join(', ') }),
    apiKey.expires_at &&
      t(isPast(apiKey.expires_at) ? 'keys.expired' : 'keys.expires', { date: formats.date(apiKey.expires_at) }),
    apiKey.last_used_at === null ? t('keys.unused') : t('keys.used', { ago: formats.ago(apiKey.last_used_at) }),
    t('keys.made', { ago: formats.ago(apiKey.created_at) }),
  ];
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <p className={styles.name} dir="auto">
          {apiKey.name}
        </p>
        <p className={styles.facts}>
          <span className={styles.mono}>{apiKey.key_prefix}</span>
          {` · ${facts.filter((fact) => fact !== null).join(' · ')}`}
        </p>
      </div>
      <div className={styles.actions}>
        <Switch
          label={
            <>
              {t('keys.active')}
              <span className="visually-hidden"> {apiKey.name}</span>
            </>
          }
          checked={apiKey.is_active === 1}
          onChange={onActive}
        />
        <IconButton icon={Trash2} label={t('keys.delete', { name: apiKey.name })} onClick={onDelete} />
      </div>
    </li>
  );
}
