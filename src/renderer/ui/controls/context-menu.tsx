import { DropdownMenu } from 'radix-ui';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type MenuEntry, MenuItems, menuClass, runLater } from './menu.tsx';

interface OpenMenu {
  entries: readonly MenuEntry[];
  x: number;
  y: number;
}

/**
 * Menu at the pointer, for a right click, a long press, or the menu key. One serves a whole list, so that rows cost
 * nothing. Where there are no entries, and in text fields, the browser's own menu opens.
 */
export function ContextMenu({
  entriesAt,
  label,
  children,
  className,
}: {
  /** Entries for the element under the pointer. */
  entriesAt(target: Element, event: MouseEvent): readonly MenuEntry[];
  /** Accessible name of the menu. */
  label: string;
  children: ReactNode;
  className?: string | undefined;
}) {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const before = useRef<HTMLElement | null>(null);
  /**
   * The chosen command runs once the menu has closed: until then, the menu keeps the focus from an editor that it
   * opens.
   */
  const command = useRef<() => void>(undefined);
  useEffect(() => {
    if (menu !== null) return;
    const run = command.current;
    before.current?.focus();
    before.current = null;
    command.current = undefined;
    run?.();
  }, [menu]);
  const onContextMenu = (event: MouseEvent) => {
    const target = event.target as Element;
    if (target.closest('input, textarea, [contenteditable=true], [role=menu]')) return;
    const entries = entriesAt(target, event);
    if (entries.length === 0) return;
    event.preventDefault();
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const { left, bottom } = target.getBoundingClientRect();
    // The menu key reports no position.
    const isByKey = event.clientX === 0 && event.clientY === 0;
    command.current = undefined;
    setMenu({
      entries: runLater(entries, command),
      x: isByKey ? left : event.clientX,
      y: isByKey ? bottom : event.clientY,
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the content has the roles; this only adds its menu
    <div className={className} onContextMenu={onContextMenu}>
      {children}
      {menu && (
        <DropdownMenu.Root open onOpenChange={(isOpen) => !isOpen && setMenu(null)}>
          <DropdownMenu.Trigger asChild>
            <span aria-hidden style={{ position: 'fixed', left: menu.x, top: menu.y, width: 0, height: 0 }} />
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content
              className={menuClass}
              align="start"
              sideOffset={2}
              collisionPadding={8}
              aria-label={label}
              onCloseAutoFocus={(event) => event.preventDefault()}
            >
              <MenuItems entries={menu.entries} />
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      )}
    </div>
  );
}
