import { CalendarClock, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { Queue, UpdateQueueSettingsRequest } from '../../../contract/analysis/queue.ts';
import { api } from '../../api/endpoints.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useMessages } from '../../ui/lib/messages.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import styles from './queue-bar.module.css';
import { QueueDialog } from './queue-dialog.tsx';
import { useProcessingText } from './text.ts';
import { useQueueAction } from './use-queue-action.ts';

/** State of the whole queue in one line, with pause and schedule. */
export function QueueBar({ queue }: { queue: Queue }) {
  const t = useProcessingText();
  const formats = useFormats();
  const messages = useMessages();
  const { isActing, act } = useQueueAction();
  const [isOpen, setOpen] = useState(false);
  const { settings, jobs, waits_for: wait, eta_seconds: eta } = queue;
  const change = (request: UpdateQueueSettingsRequest) => act(() => api.queue.updateSettings(request));
  const facts = [
    t('queue.count', { count: jobs.length }),
    eta !== null && t('queue.eta', { span: formats.span(eta) }),
    wait !== null && messages.text(queue.waits_for_text, wait),
  ];
  return (
    <section className={styles.bar} aria-label={t('queue.title')}>
      <p className={styles.facts} role="status">
        {facts.filter(Boolean).join(' · ')}
      </p>
      <div className={styles.actions}>
        <Button
          size="small"
          icon={settings.paused ? Play : Pause}
          disabled={isActing}
          onClick={() => void change({ paused: !settings.paused })}
        >
          {t(settings.paused ? 'queue.resume' : 'queue.pause')}
        </Button>
        <Button size="small" icon={CalendarClock} onClick={() => setOpen(true)}>
          {t('queue.schedule')}
        </Button>
      </div>
      {isOpen && (
        <QueueDialog
          queue={queue}
          onClose={() => setOpen(false)}
          onSave={(request) => {
            setOpen(false);
            void change(request);
          }}
        />
      )}
    </section>
  );
}
