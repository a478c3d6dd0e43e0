import { readPosition } from '../../../../base/position.ts';
import { useMomentText } from '../../../ui/lib/texts/moment-text.ts';
import { TimeField } from '../player/time-field.tsx';
import styles from './findings.module.css';

/** Times of a finding as they are typed; see base/position.ts. */
export interface RangeText {
  start: string;
  end: string;
}

interface TypedRange {
  start_time?: number;
  end_time?: number;
  error?: 'start' | 'end' | 'range';
}

/** Reads the times of a finding within a video. @param duration seconds. Pure. */
export function readRange({ start, end }: RangeText, duration: number): TypedRange {
  const start_time = readPosition(start);
  if (start_time === undefined || start_time >= duration) return { error: 'start' };
  const end_time = readPosition(end);
  if (end_time === undefined) return { error: 'end' };
  return end_time > start_time ? { start_time, end_time } : { error: 'range' };
}

/** Fields for start and end of a finding, with buttons that take the playhead's position. */
export function RangeFields({
  text,
  error,
  onChange,
}: {
  text: RangeText;
  error: TypedRange['error'];
  onChange(text: RangeText): void;
}) {
  const t = useMomentText();
  return (
    <div className={styles.times}>
      <TimeField
        label={t('start')}
        text={text.start}
        onChange={(start) => onChange({ ...text, start })}
        error={error === 'start' ? t('time.invalid') : undefined}
      />
      <TimeField
        label={t('end')}
        text={text.end}
        onChange={(end) => onChange({ ...text, end })}
        error={error === 'end' ? t('time.invalid') : error === 'range' ? t('time.order') : undefined}
      />
    </div>
  );
}
