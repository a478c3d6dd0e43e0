import { useState } from 'react';
import type { EngineOptions, UpdateEngineOptionsRequest } from '../../../../contract/system/models.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/checkbox.tsx';
import { TextArea } from '../../../ui/controls/input.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { TextLanguagesField } from '../../../ui/controls/text-languages.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useSpeechLanguages } from '../../../ui/lib/texts/use-speech-languages.ts';
import styles from '../page.module.css';
import { parseLines } from '../parse-lines.ts';
import { endDraft } from '../run-action.ts';
import { useSettingsText } from '../text.ts';

interface RecognitionOptionsProps {
  options: EngineOptions;
  /** Returns whether the change was saved. */
  onChange(change: UpdateEngineOptionsRequest): Promise<boolean>;
}

/** Languages of speech with its custom vocabulary, and of text on screen. */
export function RecognitionOptions({ options, onChange }: RecognitionOptionsProps) {
  const t = useSettingsText();
  const languages = useSpeechLanguages();
  return (
    <>
      <section className={styles.block}>
        <h2 className={styles.heading}>{t('models.speech')}</h2>
        <Select
          label={t('models.language')}
          className={styles.field ?? ''}
          value={options.speech_language ?? ''}
          options={[{ value: '', label: t('models.language.detect') }, ...languages]}
          onChange={(code) => void onChange({ speech_language: code === '' ? null : code })}
        />
        <Switch
          label={t('models.translate')}
          hint={t('models.translate.hint')}
          checked={options.speech_translate}
          onChange={(speech_translate) => void onChange({ speech_translate })}
        />
        <Vocabulary options={options} onSave={(words) => onChange({ speech_vocabulary: words })} />
      </section>
      <section className={styles.block}>
        <h2 className={styles.heading}>{t('models.text')}</h2>
        <TextLanguagesField
          className={styles.field}
          value={options.text_languages}
          onChange={(text_languages) => void onChange({ text_languages })}
        />
      </section>
    </>
  );
}

function Vocabulary({ options, onSave }: { options: EngineOptions; onSave(words: string[]): Promise<boolean> }) {
  const t = useSettingsText();
  const [text, setText] = useState<string | null>(null);
  const save = async () => {
    if (!(await onSave(parseLines(text ?? '')))) return;
    setText(endDraft(text, null));
    toast(t('models.saved'), { tone: 'good' });
  };
  return (
    <>
      <TextArea
        label={t('models.vocabulary')}
        hint={t('models.vocabulary.hint')}
        rows={5}
        spellCheck={false}
        value={text ?? options.speech_vocabulary.join('\n')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button disabled={text === null} onClick={() => void save()}>
          {t('models.save')}
        </Button>
      </div>
    </>
  );
}
