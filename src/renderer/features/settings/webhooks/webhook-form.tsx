import { type FormEvent, useId, useState } from 'react';
import { WEBHOOK_EVENT_TYPES, type Webhook, type WebhookEventType } from '../../../../contract/webhooks.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import styles from './webhooks.module.css';
import { useWebhooksText } from './webhooks-text.ts';

/** Fields of the form. */
export interface WebhookDraft {
  url: string;
  name: string | null;
  events: WebhookEventType[];
  allow_public: boolean;
}

/** Dialog that adds or edits a webhook; it stays open, with the reason, while the server refuses. */
export function WebhookForm({
  webhook,
  onClose,
  onSave,
}: {
  /** Undefined for a new one. */
  webhook: Webhook | undefined;
  onClose(): void;
  onSave(draft: WebhookDraft): Promise<void>;
}) {
  const t = useWebhooksText();
  const form = useId();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [name, setName] = useState(webhook?.name ?? '');
  const [events, setEvents] = useState<ReadonlySet<WebhookEventType>>(new Set(webhook?.events ?? WEBHOOK_EVENT_TYPES));
  const [allowPublic, setAllowPublic] = useState(webhook?.allow_public ?? false);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!/^https?:\/\/./i.test(url.trim())) return setProblem(t('url.invalid'));
    setBusy(true);
    try {
      const chosen = WEBHOOK_EVENT_TYPES.filter((type) => events.has(type));
      await onSave({ url: url.trim(), name: name.trim() || null, events: chosen, allow_public: allowPublic });
      onClose();
    } catch (thrown) {
      setProblem(errorText(thrown));
      setBusy(false);
    }
  };
  const toggle = (type: WebhookEventType, isOn: boolean) =>
    setEvents((before) => new Set(isOn ? [...before, type] : [...before].filter((each) => each !== type)));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(webhook ? 'edit.title' : 'add')}
      actions={
        <Button type="submit" form={form} look="primary" disabled={isBusy || url.trim() === '' || events.size === 0}>
          {t(webhook ? 'save' : 'add')}
        </Button>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        <Input
          label={t('url')}
          type="url"
          hint={t('url.hint')}
          error={problem}
          value={url}
          maxLength={2000}
          spellCheck={false}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <Input
          label={t('name')}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <fieldset className={styles.events}>
          <legend>{t('events')}</legend>
          {WEBHOOK_EVENT_TYPES.map((type) => (
            <Checkbox
              key={type}
              label={t(`event.${type}`)}
              checked={events.has(type)}
              onChange={(isOn) => toggle(type, isOn)}
            />
          ))}
        </fieldset>
        <Checkbox
          label={t('public')}
          hint={t('public.hint')}
          checked={allowPublic}
          onChange={(isOn) => {
            setAllowPublic(isOn);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
