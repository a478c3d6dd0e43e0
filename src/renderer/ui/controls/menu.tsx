import type { LucideIcon } from 'lucide-react';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement } from 'react';
import { cx } from '../lib/classes.ts';
import styles from './menu.module.css';

export type MenuEntry =
  | {
      label: string;
      icon?: LucideIcon;
      shortcut?: string;
      danger?: boolean;
      disabled?: boolean;
      /** Shows a check mark; several entries may be checked. */
      checked?: boolean;
      onSelect(): void;
    }
  | { separator: true }
  | { heading: string };

/** Menu of a button. */
export function Menu({
  entries,
  children,
  align = 'end',
}: {
  entries: readonly MenuEntry[];
  /** Button that opens the menu. */
  children: ReactElement;
  align?: 'start' | 'end';
}) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles.menu} align={align} sideOffset={4} collisionPadding={8}>
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries stay in their places while a menu is open
            <MenuItem key={index} entry={entry} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function MenuItem({ entry }: { entry: MenuEntry }) {
  if ('separator' in entry) return <DropdownMenu.Separator className={styles.separator} />;
  if ('heading' in entry) return <DropdownMenu.Label className={styles.heading}>{entry.heading}</DropdownMenu.Label>;
  const { icon: Icon, label, shortcut, danger, disabled, checked, onSelect } = entry;
  const inside = (
    <>
      {Icon && <Icon aria-hidden size={14} strokeWidth={1.75} />}
      <span className={styles.label}>{label}</span>
      {shortcut && <kbd className={styles.key}>{shortcut}</kbd>}
      {checked && <Check aria-hidden size={14} strokeWidth={2} />}
    </>
  );
  const shared = { className: cx(styles.item, danger && styles.danger), disabled: disabled ?? false };
  return checked === undefined ? (
    <DropdownMenu.Item {...shared} onSelect={onSelect}>
      {inside}
    </DropdownMenu.Item>
  ) : (
    <DropdownMenu.CheckboxItem
      {...shared}
      checked={checked}
      onSelect={(event) => {
        event.preventDefault();
        onSelect();
      }}
    >
      {inside}
    </DropdownMenu.CheckboxItem>
  );
}
