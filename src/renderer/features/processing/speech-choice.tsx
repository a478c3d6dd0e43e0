import { useQuery } from '@tanstack/react-query';
import type { SpeechOptions } from '../../../contract/analysis/processing.ts';
import type { ModelInfo } from '../../../contract/system/models.ts';
import { queries } from '../../api/queries.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { useModelName } from '../../ui/lib/texts/use-model-name.ts';
import { useSpeechLanguages } from '../../ui/lib/texts/use-speech-languages.ts';
import styles from './dialog.module.css';
import { useProcessingText } from './text.ts';

/** Model, language, and translation of one analysis; the settings apply unless others are chosen. */
export function SpeechChoice({ value, onChange }: { value: SpeechOptions; onChange(value: SpeechOptions): void }) {
  const t = useProcessingText();
  const languages = useSpeechLanguages();
  const nameOf = useModelName();
  const { data: models } = useQuery(queries.models);
  const { data: defaults } = useQuery(queries.engineOptions);
  if (!models || !defaults) return null;
  const installed = models.models.filter(({ task, status }) => task === 'speech-recognition' && status === 'installed');
  const used = installed.find(({ id }) => id === (value.model ?? models.speech_model));
  const language = value.language === undefined ? defaults.speech_language : value.language;
  const isEnglishOnly = used !== undefined && isOnlyEnglish(used);
  return (
    <div className={styles.speech}>
      {installed.length > 1 && (
        <Select
          label={t('speech.model')}
          value={used?.id ?? ''}
          options={installed.map((model) => ({ value: model.id, label: nameOf(model) }))}
          onChange={(model) => onChange({ ...value, model })}
        />
      )}
      <Select
        label={t('speech.language')}
        value={isEnglishOnly ? 'en' : (language ?? '')}
        disabled={isEnglishOnly}
        options={[{ value: '', label: t('speech.language.detect') }, ...languages]}
        onChange={(code) => onChange({ ...value, language: code === '' ? null : code })}
      />
      <Checkbox
        label={t('speech.translate')}
        hint={isEnglishOnly ? t('speech.translate.english', { name: nameOf(used) }) : t('speech.translate.hint')}
        disabled={isEnglishOnly || language === 'en'}
        checked={!isEnglishOnly && language !== 'en' && (value.translate ?? defaults.speech_translate)}
        onChange={(translate) => onChange({ ...value, translate })}
      />
    </div>
  );
}

const isOnlyEnglish = ({ languages }: ModelInfo) => languages !== 'multilingual' && languages.length === 1;
