import { useState } from 'react';
import { Input } from '../../../ui/controls/input.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import page from '../page.module.css';
import { endDraft } from '../run-action.ts';
import { useSettingsText } from '../text.ts';

/** Whole number that is saved when the field is left or Enter is pressed. */
export function NumberField({
  label,
  hint,
  value,
  min,
  max,
  onSave,
}: {
  label: string;
  hint?: string;
  value: number;
  min: number;
  max: number;
  /** Returns whether it is saved. */
  onSave(value: number): Promise<boolean>;
}) {
  const t = useSettingsText();
  const formats = useFormats();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? String(value);
  const number = Number(text);
  const isGood = /^\d{1,9}$/.test(text.trim()) && number >= min && number <= max;
  const save = async () => {
    if (draft === null || !isGood) return;
    if (number !== value && !(await onSave(number))) return;
    setDraft(endDraft(draft, null));
  };
  return (
    <Input
      className={page.narrow ?? ''}
      label={label}
      hint={hint}
      error={isGood ? undefined : t('storage.number.bad', { min: formats.number(min), max: formats.number(max) })}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}
