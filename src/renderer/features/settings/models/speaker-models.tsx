import { Plus } from 'lucide-react';
import type { ModelInfo } from '../../../../contract/system/models.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { useMessages } from '../../../ui/lib/messages.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import styles from '../page.module.css';
import { useSettingsText } from '../text.ts';

/** Installs at once the models that distinguish speakers better than the bundled one. */
export function SpeakerModels({
  models,
  isOffline,
  onInstall,
}: {
  models: readonly ModelInfo[];
  isOffline: boolean;
  onInstall(ids: readonly string[]): void;
}) {
  const t = useSettingsText();
  const messages = useMessages();
  const formats = useFormats();
  const missing = models.filter(({ status }) => status !== 'installed');
  const running = missing.filter(({ status }) => status === 'installing');
  const failed = missing.find(({ error }) => error !== null);
  const bytes = missing.reduce((sum, { size_bytes }) => sum + (size_bytes ?? 0), 0);
  const all = running.reduce((sum, { total_bytes, size_bytes }) => sum + (total_bytes ?? size_bytes ?? 0), 0);
  const received = running.reduce((sum, { received_bytes }) => sum + received_bytes, 0);
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <p className={styles.name}>
          {t('models.speakers')}
          {missing.length === 0 && <Badge tone="good">{t('models.installed')}</Badge>}
        </p>
        <p className={styles.facts}>{t('models.speakers.text')}</p>
        {failed && (
          <p role="alert" className={styles.problem}>
            {messages.failure(failed)}
          </p>
        )}
        {running.length > 0 && (
          <Progress value={all > 0 ? (100 * received) / all : null} label={t('models.speakers')} />
        )}
      </div>
      {missing.length > running.length && (
        <div className={styles.actions}>
          <Button
            size="small"
            icon={Plus}
            disabled={isOffline}
            onClick={() => onInstall(missing.flatMap(({ id, status }) => (status === 'installing' ? [] : [id])))}
          >
            {t('models.speakers.add', { size: formats.bytes(bytes) })}
          </Button>
        </div>
      )}
    </li>
  );
}
