import { Copy } from 'lucide-react';
import type { EngineOptions, ModelList, UpdateEngineOptionsRequest } from '../../../../contract/system/models.ts';
import type { OllamaState } from '../../../../contract/system/ollama.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useMessages } from '../../../ui/lib/messages.ts';
import styles from '../page.module.css';
import { useSettingsText } from '../text.ts';

type OllamaModels = OllamaState['models'];

const CHOICES = [
  { key: 'ollama_vision_model', capability: 'vision', use: 'vision' },
  { key: 'ollama_language_model', capability: 'completion', use: 'language' },
] as const;

/** Selects the vision model and the language model. */
export function OllamaChoice({
  models,
  automatic,
  options,
  onChoose,
}: {
  models: OllamaModels;
  /** Models that are used where none is selected. */
  automatic: OllamaState['automatic'];
  options: EngineOptions;
  onChoose(change: UpdateEngineOptionsRequest): void;
}) {
  const t = useSettingsText();
  const automaticLabel = (name: string | null) =>
    name === null ? t('ollama.automatic') : t('ollama.automatic.model', { name });
  return (
    <section className={styles.block}>
      <h2 className={styles.heading}>{t('ollama.choice')}</h2>
      {CHOICES.map(({ key, capability, use }) => {
        const able = models.filter(({ capabilities }) => capabilities.includes(capability));
        // The list omits Ollama's default tag.
        const chosen = options[key]?.replace(/:latest$/, '') ?? null;
        // A selected model that was removed from the server stays visible.
        const isGone = chosen !== null && able.every(({ name }) => name !== chosen);
        return (
          <div key={key} className={styles.main}>
            <Select
              label={t(`ollama.${capability}`)}
              className={styles.narrow ?? ''}
              value={chosen ?? ''}
              options={[
                { value: '', label: automaticLabel(automatic[use]) },
                ...able.map(({ name, remote }) => ({
                  value: name,
                  label: remote ? t('ollama.remote', { name }) : name,
                })),
                ...(isGone ? [{ value: chosen, label: t('ollama.gone', { name: chosen }) }] : []),
              ]}
              onChange={(name) => onChoose({ [key]: name === '' ? null : name })}
            />
            {able.length === 0 && <p className={styles.facts}>{t(`ollama.${capability}.none`)}</p>}
          </div>
        );
      })}
    </section>
  );
}

/** Recommended models with their install commands. */
export function OllamaRecommended({
  models,
  present,
}: {
  models: ModelList['recommended_ollama'];
  present: readonly string[];
}) {
  const t = useSettingsText();
  const messages = useMessages();
  const copy = async (command: string) => {
    await navigator.clipboard.writeText(command);
    toast(t('ollama.copied'), { tone: 'good' });
  };
  return (
    <section className={styles.block}>
      <h2 className={styles.heading}>{t('ollama.recommended')}</h2>
      <p className={styles.about}>{t('ollama.recommended.text')}</p>
      <ul className={styles.list}>
        {models.map(({ name, note, note_text }) => {
          const command = `ollama pull ${name}`;
          return (
            <li key={name} className={styles.row}>
              <div className={styles.main}>
                <p className={styles.name}>
                  <code className={styles.mono}>{command}</code>
                  {present.includes(name) && <Badge tone="good">{t('models.installed')}</Badge>}
                </p>
                <p className={styles.facts}>{messages.text(note_text, note)}</p>
              </div>
              <IconButton icon={Copy} label={t('ollama.copy', { command })} onClick={() => void copy(command)} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
