import { exactRate } from '../../../core/formats/frame-rate.ts';
import { frameOfLabel, readLabel } from '../../../core/formats/timecode.ts';
import { Input } from '../../ui/controls/input.tsx';
import { Select } from '../../ui/controls/select.tsx';
import styles from './dialog.module.css';
import { useExportText } from './text.ts';

/** Whether a text is empty or the timecode of a first frame. @param rate such as `29.97 DF`; any if it is not known */
export function isOptionalTimecode(text: string, rate: string | undefined): boolean {
  if (text.trim() === '') return true;
  const label = readLabel(text);
  const fps = Number.parseFloat(rate ?? '60');
  return label !== undefined && frameOfLabel(label, exactRate(fps, rate?.endsWith('DF'))) !== undefined;
}

/** Frame rate and start timecode of a sequence for editing programs. */
export function EditSettings<Rate extends string>({
  rate,
  start,
  rates,
  onRate,
  onStart,
}: {
  rate: Rate;
  start: string;
  rates: readonly { value: Rate; label: string }[];
  onRate(rate: Rate): void;
  onStart(start: string): void;
}) {
  const t = useExportText();
  const isValid = isOptionalTimecode(start, /^\d/.test(rate) ? rate : undefined);
  return (
    <div className={styles.settings}>
      <Select label={t('rate')} className={styles.rate ?? ''} value={rate} options={rates} onChange={onRate} />
      <Input
        label={t('start')}
        className={styles.start ?? ''}
        value={start}
        placeholder={t('start.own')}
        maxLength={11}
        autoComplete="off"
        spellCheck={false}
        error={isValid ? undefined : t('start.invalid')}
        title={t('start.hint')}
        onChange={(event) => onStart(event.currentTarget.value)}
      />
    </div>
  );
}
