import { useState } from 'react';
import type { Queue, UpdateQueueSettingsRequest } from '../../../contract/analysis/queue.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/checkbox.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { useFormats } from '../../ui/lib/use-formats.ts';
import styles from './queue-bar.module.css';
import { useProcessingText } from './text.ts';

const NIGHT = { from: '22:00', to: '06:00' };
const MAX_CONCURRENCY = 4;

/** Dialog that sets when queued analyses run. */
export function QueueDialog(props: {
  queue: Queue;
  onClose(): void;
  onSave(request: UpdateQueueSettingsRequest): void;
}) {
  const { queue, onClose, onSave } = props;
  const t = useProcessingText();
  const formats = useFormats();
  const [settings, setSettings] = useState(queue.settings);
  const { hours, only_on_mains, only_when_away, concurrency } = settings;
  const set = (change: Partial<Queue['settings']>) => setSettings({ ...settings, ...change });
  const most = Math.max(MAX_CONCURRENCY, concurrency);
  const isValid = hours === null || (hours.from !== '' && hours.to !== '');
  return (
    <Dialog
      onClose={onClose}
      title={t('queue.schedule.title')}
      description={t('queue.schedule.about')}
      actions={
        <Button
          look="primary"
          disabled={!isValid}
          onClick={() => onSave({ hours, concurrency, ...(queue.power && { only_on_mains, only_when_away }) })}
        >
          {t('queue.save')}
        </Button>
      }
    >
      <div className={styles.fields}>
        <Switch
          label={t('queue.hours')}
          checked={hours !== null}
          onChange={(isOn) => set({ hours: isOn ? NIGHT : null })}
        />
        {hours !== null && (
          <div className={styles.hours}>
            {(['from', 'to'] as const).map((end) => (
              <Input
                key={end}
                type="time"
                required
                label={t(`queue.${end}`)}
                value={hours[end]}
                onChange={(event) => set({ hours: { ...hours, [end]: event.currentTarget.value } })}
              />
            ))}
          </div>
        )}
        {queue.power && (
          <>
            <Switch
              label={t('queue.mains')}
              checked={only_on_mains}
              onChange={(isOn) => set({ only_on_mains: isOn })}
            />
            <Switch
              label={t('queue.away')}
              hint={t('queue.away.hint')}
              checked={only_when_away}
              onChange={(isOn) => set({ only_when_away: isOn })}
            />
          </>
        )}
        <Select
          label={t('queue.concurrency')}
          value={String(concurrency)}
          options={Array.from({ length: most }, (_, i) => ({ value: String(i + 1), label: formats.number(i + 1) }))}
          onChange={(value) => set({ concurrency: Number(value) })}
        />
        {concurrency > 1 && <p className={styles.facts}>{t('queue.concurrency.memory')}</p>}
      </div>
    </Dialog>
  );
}
