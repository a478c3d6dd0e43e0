import { Search, X } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { cx } from '../lib/classes.ts';
import styles from './input.module.css';

export interface FieldProps {
  label: string;
  /** Hides the label visually where the context is clear. */
  hideLabel?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
}

/** Text field with a label. */
export function Input({
  label,
  hideLabel,
  hint,
  error,
  className,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, 'id'>) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={styles.input}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? styles.hint : styles.error}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Multiline text field with a label. */
export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  className,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, 'id'>) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <textarea
        rows={3}
        {...rest}
        id={id}
        className={cx(styles.input, styles.area)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? styles.hint : styles.error}>
          {note}
        </p>
      )}
    </div>
  );
}

export interface SearchBoxProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'size'> {
  /** Accessible name, and the placeholder unless `placeholder` is set. */
  label: string;
  clearLabel: string;
  value: string;
  onChange(value: string): void;
}

/** Search field; Escape clears it. */
export function SearchBox({ label, clearLabel, value, onChange, className, ...rest }: SearchBoxProps) {
  return (
    <div className={cx(styles.search, className)}>
      <Search aria-hidden size={14} strokeWidth={1.75} className={styles.glass} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        spellCheck={false}
        autoComplete="off"
        {...rest}
        className={styles.input}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          rest.onKeyDown?.(event);
          if (event.key !== 'Escape' || value === '') return;
          event.stopPropagation();
          onChange('');
        }}
      />
      {value !== '' && (
        <button type="button" aria-label={clearLabel} className={styles.clear} onClick={() => onChange('')}>
          <X aria-hidden size={14} strokeWidth={1.75} />
        </button>
      )}
    </div>
  );
}
