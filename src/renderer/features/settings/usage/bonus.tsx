import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import styles from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';

/** Minutes of one grant: ten hours. */
const STEP_MINUTES = 600;

/** Grants beside the quota, and the button that adds one. The window belongs to the user who may. */
export function Bonus() {
  const t = useSettingsText();
  const formats = useFormats();
  const { data: grants } = useQuery(queries.bonusGrants);
  const [isBusy, setIsBusy] = useState(false);
  const step = formats.number(STEP_MINUTES);

  const grant = async () => {
    setIsBusy(true);
    if (await runAction(() => api.usage.grant(STEP_MINUTES)))
      toast(t('bonus.granted', { count: step }), { tone: 'good' });
    invalidate(['usage']);
    setIsBusy(false);
  };
  return (
    <section className={styles.block}>
      <h2 className={styles.heading}>{t('bonus.title')}</h2>
      <p className={styles.about}>{t('bonus.about')}</p>
      <div className={styles.actions}>
        <Button icon={Plus} disabled={isBusy} onClick={() => void grant()}>
          {t('bonus.grant', { count: step })}
        </Button>
      </div>
      {grants !== undefined && grants.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('usage.when')}</th>
              <th scope="col">{t('bonus.minutes')}</th>
              <th scope="col">{t('bonus.note')}</th>
            </tr>
          </thead>
          <tbody>
            {grants.map(({ id, created_at, minutes, note }) => (
              <tr key={id}>
                <td>{formats.date(created_at)}</td>
                <td>{t('usage.minutes', { count: formats.number(minutes) })}</td>
                <td dir="auto">{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
