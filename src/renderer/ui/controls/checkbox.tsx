import { Check, Minus } from 'lucide-react';
import { Checkbox as RadixCheckbox, Switch as RadixSwitch } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import styles from './checkbox.module.css';

interface ToggleProps {
  label: ReactNode;
  hideLabel?: boolean;
  hint?: ReactNode;
  disabled?: boolean;
}

/** Checkbox. */
export function Checkbox({
  label,
  hideLabel,
  hint,
  disabled,
  checked,
  onChange,
}: ToggleProps & { checked: boolean | 'indeterminate'; onChange(checked: boolean): void }) {
  const id = useId();
  return (
    <div className={styles.row}>
      <RadixCheckbox.Root
        id={id}
        className={styles.checkbox}
        checked={checked}
        disabled={disabled ?? false}
        onCheckedChange={(next) => onChange(next === true)}
      >
        <RadixCheckbox.Indicator>
          {checked === 'indeterminate' ? (
            <Minus aria-hidden size={12} strokeWidth={3} />
          ) : (
            <Check aria-hidden size={12} strokeWidth={3} />
          )}
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </label>
    </div>
  );
}

/** Switch with immediate effect. */
export function Switch({
  label,
  hideLabel,
  hint,
  disabled,
  checked,
  onChange,
}: ToggleProps & { checked: boolean; onChange(checked: boolean): void }) {
  const id = useId();
  return (
    <div className={styles.row}>
      <RadixSwitch.Root
        id={id}
        className={styles.switch}
        checked={checked}
        disabled={disabled ?? false}
        onCheckedChange={onChange}
      >
        <RadixSwitch.Thumb className={styles.thumb} />
      </RadixSwitch.Root>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </label>
    </div>
  );
}
