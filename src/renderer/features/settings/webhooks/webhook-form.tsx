import { useState } from 'react';
import { WEBHOOK_EVENT_TYPES, type Webhook, type WebhookEventType } from '../../../../contract/sharing/webhooks.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { isHttpUrl } from '../../../ui/controls/http-url.ts';
import { Input } from '../../../ui/controls/input.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';
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
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [name, setName] = useState(webhook?.name ?? '');
  const [events, setEvents] = useState<ReadonlySet<WebhookEventType>>(new Set(webhook?.events ?? WEBHOOK_EVENT_TYPES));
  const [allowPublic, setAllowPublic] = useState(webhook?.allow_public ?? false);

  const save = () => {
    const chosen = WEBHOOK_EVENT_TYPES.filter((type) => events.has(type));
    return onSave({ url: url.trim(), name: name.trim() || null, events: chosen, allow_public: allowPublic });
  };
  const toggle = (type: WebhookEventType, isOn: boolean) =>
    setEvents((before) => new Set(isOn ? [...before, type] : [...before].filter((each) => each !== type)));
  return (
    <FormDialog
      title={t(webhook ? 'edit.title' : 'add')}
      submit={t(webhook ? 'save' : 'add')}
      canSubmit={url.trim() !== '' && events.size > 0}
      problemOf={() => (isHttpUrl(url.trim()) ? undefined : t('url.invalid'))}
      onSubmit={save}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Input
            label={t('url')}
            type="url"
            hint={t('url.hint')}
            error={error}
            value={url}
            maxLength={2000}
            spellCheck={false}
            onChange={(event) => setUrl(event.currentTarget.value)}
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
          <Checkbox label={t('public')} hint={t('public.hint')} checked={allowPublic} onChange={setAllowPublic} />
        </>
      )}
    </FormDialog>
  );
}
