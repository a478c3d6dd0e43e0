import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the keyboard in a list whose children are its rows: it goes on to the same button of the next row when its row
 * is removed, to the first button beside the list with its last row, and back to the button of an editor that closes.
 * Focus by pointer is not kept: the space bar plays.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>): void {
  const last = useRef<{ element: Element; row: number; label: string | null } | null>(null);
  const home = useRef<Element | null>(null);
  // The rows may have changed in any render.
  useLayoutEffect(() => {
    const root = list.current;
    if (root) home.current = root.parentElement;
    const follow = ({ target }: FocusEvent) => {
      const element = target as Element;
      const row = [...(root?.children ?? [])].findIndex((child) => child.contains(element));
      const isButton = element.matches('button');
      if (isButton && !element.matches(':focus-visible')) last.current = null;
      else if (isButton) last.current = { element, row, label: element.ariaLabel };
      else if (last.current) last.current = { ...last.current, element, row };
    };
    const forget = () => {
      last.current = null;
    };
    root?.addEventListener('focusin', follow);
    document.addEventListener('pointerdown', forget, true);
    if (last.current && !last.current.element.isConnected && document.activeElement === document.body) {
      const { row, label } = last.current;
      last.current = null;
      const next = root?.children[Math.min(row, root.children.length - 1)] ?? home.current;
      const buttons = [...(next?.querySelectorAll('button') ?? [])];
      (buttons.find((button) => button.ariaLabel === label) ?? buttons[0])?.focus({ preventScroll: true });
    }
    return () => {
      root?.removeEventListener('focusin', follow);
      document.removeEventListener('pointerdown', forget, true);
    };
  });
}
