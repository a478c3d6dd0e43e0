import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { cx } from '../lib/classes.ts';
import styles from './select.module.css';

export interface SelectProps<Value extends string> {
  label: string;
  hideLabel?: boolean;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange(value: Value): void;
  disabled?: boolean;
  className?: string;
}

/** Native select, for best support of touch, keyboards, and screen readers. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const id = useId();
  return (
    <div className={cx(styles.field, props.className)}>
      <label htmlFor={id} className={props.hideLabel ? 'visually-hidden' : styles.label}>
        {props.label}
      </label>
      <div className={styles.box}>
        <select
          id={id}
          className={styles.select}
          value={props.value}
          disabled={props.disabled}
          onChange={(event) => props.onChange(event.currentTarget.value as Value)}
        >
          {props.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden size={14} strokeWidth={1.75} className={styles.arrow} />
      </div>
    </div>
  );
}
