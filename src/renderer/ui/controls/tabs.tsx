import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
}

/** Tabs. */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  tabs,
  extra,
}: {
  /** Accessible name of the tab list. */
  label: string;
  value: Value;
  onChange(value: Value): void;
  tabs: readonly Tab<Value>[];
  /** Content at the end of the tab list. */
  extra?: ReactNode;
}) {
  return (
    <Radix.Root className={styles.root} value={value} onValueChange={(next) => onChange(next as Value)}>
      <div className={styles.bar}>
        <Radix.List className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.value} value={tab.value} className={styles.tab}>
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {extra}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={styles.content} tabIndex={-1}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
