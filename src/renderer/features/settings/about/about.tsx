import { useQuery } from '@tanstack/react-query';
import { Download, FolderOpen, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { desktop } from '../../../api/desktop.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { patchQuery } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/checkbox.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { saveFile } from '../../../ui/lib/files.ts';
import page from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import styles from './about.module.css';
import { useAboutText } from './about-text.ts';
import { decodingText } from './decoding-text.ts';
import { Licenses } from './licenses.tsx';
import { Updates } from './updates.tsx';

/** Version, troubleshooting, and licenses. */
export function About() {
  const t = useAboutText();
  const common = useSettingsText();
  const { data, error, refetch } = useQuery(queries.about);
  const [isSaving, setSaving] = useState(false);
  const [areLicensesShown, setLicensesShown] = useState(false);
  const bridge = desktop();
  if (error && !data) return <ErrorState title={common('error.title')} error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className={page.skeleton} />;

  const save = async () => {
    setSaving(true);
    await runAction(async () => saveFile(await api.about.diagnostics(), 'reelscope-diagnostics.zip'));
    setSaving(false);
  };
  const runsOn = Object.entries(data.runs_on).map(([name, version]) => `${name} ${version}`);
  const facts = [
    [t('version'), data.version],
    [t('host'), t(`host.${data.host}`)],
    [t('system'), data.system],
    [t('runsOn'), runsOn.join(', ')],
    [t('decoding'), decodingText(t, data.decoding)],
    [t('secrets'), t(`secrets.${data.secrets_in}`)],
  ] as const;
  return (
    <>
      <p className={page.about}>{t('about')}</p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      {bridge && <Notifications />}
      <Updates />
      <section className={page.block}>
        <h2 className={page.heading}>{t('help')}</h2>
        <p className={page.about}>{t('help.text')}</p>
        <div className={page.actions}>
          <Button icon={Download} disabled={isSaving} onClick={() => void save()}>
            {t('help.save')}
          </Button>
          {bridge && (
            <Button icon={FolderOpen} onClick={() => void runAction(() => bridge.showLogs())}>
              {t('help.logs')}
            </Button>
          )}
        </div>
      </section>
      <section className={page.block}>
        <h2 className={page.heading}>{t('licenses')}</h2>
        <p className={page.about}>{t('licenses.text')}</p>
        <div className={page.actions}>
          <Button icon={ScrollText} onClick={() => setLicensesShown(true)}>
            {t('licenses.show')}
          </Button>
        </div>
      </section>
      {areLicensesShown && <Licenses onClose={() => setLicensesShown(false)} />}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** Setting for system notifications of the desktop app. */
function Notifications() {
  const t = useAboutText();
  const bridge = desktop();
  const { data } = useQuery(queries.desktopNotifications);
  if (!bridge || !data) return null;
  const change = (enabled: boolean) =>
    runAction(async () => {
      await bridge.setNotifications({ enabled });
      patchQuery(queries.desktopNotifications, () => ({ enabled }));
    });
  return (
    <Switch
      label={t('notifications')}
      hint={t('notifications.hint')}
      checked={data.enabled}
      onChange={(enabled) => void change(enabled)}
    />
  );
}
