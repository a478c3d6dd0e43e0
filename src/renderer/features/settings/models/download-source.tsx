import { type FormEvent, useState } from 'react';
import { trimEndOf } from '../../../../base/trim.ts';
import { DEFAULT_MODELS_URL } from '../../../../contract/system/models.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { isHttpUrl } from '../../../ui/controls/http-url.ts';
import { Input } from '../../../ui/controls/input.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import styles from '../page.module.css';
import { endDraft } from '../run-action.ts';
import { useSettingsText } from '../text.ts';

/** Download source of models: Hugging Face or a mirror. */
export function DownloadSource({ saved, onSave }: { saved: string; onSave(url: string): Promise<boolean> }) {
  const t = useSettingsText();
  const [draft, setDraft] = useState<string | null>(null);
  const address = draft === null ? saved : addressOf(draft);
  const isUrl = isHttpUrl(address);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await onSave(address))) return;
    setDraft(endDraft(draft, null));
    toast(t('models.saved'), { tone: 'good' });
  };
  return (
    <section className={styles.block}>
      <h2 className={styles.heading}>{t('models.mirror')}</h2>
      <p className={styles.about}>{t('models.mirror.about')}</p>
      <form className={styles.line} onSubmit={(event) => void save(event)}>
        <Input
          label={t('models.mirror.url')}
          className={styles.field ?? ''}
          inputMode="url"
          placeholder={DEFAULT_MODELS_URL}
          error={isUrl ? undefined : t('url.invalid')}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={draft ?? (saved === DEFAULT_MODELS_URL ? '' : saved)}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <Button type="submit" disabled={address === saved || !isUrl}>
          {t('models.save')}
        </Button>
      </form>
    </section>
  );
}

/** Normalizes the input to a URL: adds `https://`, empty means the default hub. */
function addressOf(text: string): string {
  const trimmed = trimEndOf(text.trim(), /\//);
  if (trimmed === '') return DEFAULT_MODELS_URL;
  return /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}
