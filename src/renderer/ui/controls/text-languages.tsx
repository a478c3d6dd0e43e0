import { X } from 'lucide-react';
import { useMemo } from 'react';
import { TEXT_LANGUAGES, type TextLanguage } from '../../../contract/analysis/text-languages.ts';
import { useUiText } from '../lib/ui-text.ts';
import { useFormats } from '../lib/use-formats.ts';
import { Chip } from './chip.tsx';
import { Select } from './select.tsx';
import styles from './text-languages.module.css';

/** Languages of text on screen: a select that adds one, and a chip that removes each. */
export function TextLanguagesField({
  value,
  onChange,
  className,
}: {
  value: readonly TextLanguage[];
  onChange(value: TextLanguage[]): void;
  className?: string | undefined;
}) {
  const t = useUiText();
  const formats = useFormats();
  const languages = useMemo(
    () =>
      TEXT_LANGUAGES.map((code) => ({ value: code, label: formats.language(code) })).sort((a, b) =>
        a.label.localeCompare(b.label),
      ),
    [formats],
  );
  const first = t(value.length === 0 ? 'text-languages.detect' : 'text-languages.add');
  return (
    <div className={styles.field}>
      <Select<TextLanguage | ''>
        label={t('text-languages')}
        {...(className !== undefined && { className })}
        value=""
        options={[{ value: '', label: first }, ...languages.filter((one) => !value.includes(one.value))]}
        onChange={(code) => code !== '' && onChange([...value, code])}
      />
      {value.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset can't lay out its children in a row
        <div role="group" aria-label={t('text-languages')} className={styles.chosen}>
          {value.map((code) => (
            <Chip
              key={code}
              pressed
              aria-label={t('text-languages.remove', { language: formats.language(code) })}
              onClick={() => onChange(value.filter((other) => other !== code))}
            >
              {formats.language(code)}
              <X aria-hidden size={12} strokeWidth={1.75} />
            </Chip>
          ))}
        </div>
      )}
      {value.length > 0 && <p className={styles.hint}>{t('text-languages.hint')}</p>}
    </div>
  );
}
