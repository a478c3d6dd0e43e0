import type { LucideIcon } from 'lucide-react';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactElement, type RefObject, useRef } from 'react';
import { cx } from '../lib/classes.ts';
import styles from './menu.module.css';

export type MenuEntry =
  | {
      /** Name of the command, where it's also in the command palette. */
      id?: string;
      label: string;
      icon?: LucideIcon;
      /** CSS color of a dot in place of an icon. */
      dot?: string;
      shortcut?: string;
      danger?: boolean;
      disabled?: boolean;
      /** Shows a check mark; several entries may be checked. */
      checked?: boolean;
      onSelect(): void;
    }
  | { separator: true }
  | { heading: string };

/** Menu of a button. A command runs once the menu has closed, so that a dialog returns the focus to the button. */
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
  const button = useRef<HTMLButtonElement>(null);
  const command = useRef<() => void>(undefined);
  const onCloseAutoFocus = (event: Event) => {
    const run = command.current;
    if (!run) return;
    event.preventDefault();
    command.current = undefined;
    button.current?.focus();
    run();
  };
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger ref={button} asChild>
        {children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={styles.menu}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <MenuItems entries={runLater(entries, command)} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Class of a menu's panel. */
export const menuClass: string = styles.menu ?? '';

/** Keeps the command of a chosen entry for later. Those with check marks run at once, since their menu stays open. */
export function runLater(
  entries: readonly MenuEntry[],
  command: RefObject<(() => void) | undefined>,
): readonly MenuEntry[] {
  return entries.map((entry) => {
    if (!('onSelect' in entry) || entry.checked !== undefined) return entry;
    const { onSelect } = entry;
    return {
      ...entry,
      onSelect: () => {
        command.current = onSelect;
      },
    };
  });
}

/** Entries inside the panel of a menu. */
export function MenuItems({ entries }: { entries: readonly MenuEntry[] }) {
  return entries.map((entry, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: entries stay in their places while a menu is open
    <MenuItem key={index} entry={entry} />
  ));
}

function MenuItem({ entry }: { entry: MenuEntry }) {
  if ('separator' in entry) return <DropdownMenu.Separator className={styles.separator} />;
  if ('heading' in entry) return <DropdownMenu.Label className={styles.heading}>{entry.heading}</DropdownMenu.Label>;
  const { icon: Icon, dot, label, shortcut, danger, disabled, checked, onSelect } = entry;
  const inside = (
    <>
      {Icon && <Icon aria-hidden size={14} strokeWidth={1.75} />}
      {dot !== undefined && <span aria-hidden className={styles.dot} style={{ background: dot }} />}
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
