import type { Moment } from '../../../contract/search/moments.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { position } from '../../ui/lib/use-formats.ts';
import styles from './dialog.module.css';
import { useExportText } from './text.ts';

/** Contents of an export, apart from the types of findings. */
export interface ExportChoice {
  /** Whether only the marked range is exported. */
  isRangeOnly: boolean;
  /** Whether the times of a range begin at zero. */
  fromZero: boolean;
  isTranslated: boolean;
  includesMoments: boolean;
  includesNotes: boolean;
  includesRecording: boolean;
  includesPeople: boolean;
}

export const DEFAULT_CHOICE: ExportChoice = {
  isRangeOnly: true,
  fromZero: false,
  isTranslated: false,
  includesMoments: true,
  includesNotes: true,
  includesRecording: false,
  includesPeople: false,
};

interface ChoiceProps {
  choice: ExportChoice;
  onChange(change: Partial<ExportChoice>): void;
}

/** Range and its times. @param marked seconds */
export function RangeOptions({ choice, onChange, marked }: ChoiceProps & { marked: { start: number; end: number } }) {
  const t = useExportText();
  return (
    <div className={styles.range}>
      <Checkbox
        label={t('range', { from: position(marked.start, true), to: position(marked.end, true) })}
        checked={choice.isRangeOnly}
        onChange={(isRangeOnly) => onChange({ isRangeOnly })}
      />
      <Checkbox
        label={t('fromZero')}
        disabled={!choice.isRangeOnly}
        checked={choice.fromZero}
        onChange={(fromZero) => onChange({ fromZero })}
      />
    </div>
  );
}

/** Contents beside the findings; only those that exist can be chosen. */
export function ContentOptions({
  choice,
  onChange,
  hasTranslation,
  moments,
  hasPeople,
}: ChoiceProps & { hasTranslation: boolean; moments: readonly Moment[]; hasPeople: boolean }) {
  const t = useExportText();
  return (
    <>
      {hasTranslation && (
        <Select
          label={t('language')}
          className={styles.rate ?? ''}
          value={choice.isTranslated ? 'translation' : 'original'}
          options={[
            { value: 'original', label: t('language.original') },
            { value: 'translation', label: t('language.translation') },
          ]}
          onChange={(value) => onChange({ isTranslated: value === 'translation' })}
        />
      )}
      {moments.length > 0 && (
        <Checkbox
          label={t('moments')}
          hint={t('moments.hint')}
          checked={choice.includesMoments}
          onChange={(includesMoments) => onChange({ includesMoments })}
        />
      )}
      {moments.some(({ note }) => note !== '') && (
        <Checkbox
          label={t('notes')}
          disabled={!choice.includesMoments}
          checked={choice.includesNotes}
          onChange={(includesNotes) => onChange({ includesNotes })}
        />
      )}
      <Checkbox
        label={t('recording')}
        hint={t('recording.hint')}
        checked={choice.includesRecording}
        onChange={(includesRecording) => onChange({ includesRecording })}
      />
      {hasPeople && (
        <Checkbox
          label={t('people')}
          hint={t('people.hint')}
          checked={choice.includesPeople}
          onChange={(includesPeople) => onChange({ includesPeople })}
        />
      )}
    </>
  );
}
