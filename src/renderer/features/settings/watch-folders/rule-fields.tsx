import { useState } from 'react';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { type FolderDraft, type NumberName, problemsOf, RANGES } from './folder-draft.ts';
import styles from './watch-folders.module.css';
import { useWatchFoldersText } from './watch-folders-text.ts';

const PROBLEMS = { number: 'number.bad', required: 'number.required', order: 'size.order' } as const;

/** Fields that select the files of a folder. */
export function RuleFields({ draft, onChange }: { draft: FolderDraft; onChange(change: Partial<FolderDraft>): void }) {
  const t = useWatchFoldersText();
  const formats = useFormats();
  // Fields are judged once they were left, or the dialog opened with them.
  const [touched, setTouched] = useState<ReadonlySet<NumberName>>(new Set());
  const problems = problemsOf(draft);
  const field = (name: NumberName, hint?: string) => {
    const problem = touched.has(name) ? problems[name] : undefined;
    const { max } = RANGES[name];
    return (
      <Input
        label={t(name)}
        hint={hint}
        error={problem && t(PROBLEMS[problem], { max: formats.number(max) })}
        inputMode="decimal"
        autoComplete="off"
        value={draft[name]}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        onBlur={() => setTouched(new Set([...touched, name]))}
      />
    );
  };
  return (
    <fieldset className={styles.group}>
      <legend>{t('rules')}</legend>
      <Input
        label={t('name')}
        hint={t('name.hint')}
        value={draft.name}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <div className={styles.numbers}>
        {field('min')}
        {field('max')}
        {field('age')}
      </div>
      {field('stable', t('stable.hint'))}
      <Checkbox label={t('recursive')} checked={draft.recursive} onChange={(recursive) => onChange({ recursive })} />
      <Checkbox
        label={t('polling')}
        hint={t('polling.hint')}
        checked={draft.polling}
        onChange={(polling) => onChange({ polling })}
      />
    </fieldset>
  );
}
