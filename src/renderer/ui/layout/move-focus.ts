/** Focuses an element that replaces the focused one, so that the keyboard goes on from there. A ref. */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}

/** Moves the focus to another element of a list, unless it has left the list since the key was pressed. */
export function moveFocusWithin(list: HTMLElement | null, selector: string, options?: FocusOptions): void {
  // A focused row that is scrolled away or moved leaves the focus to the page.
  if (document.activeElement !== document.body && !list?.contains(document.activeElement)) return;
  list?.querySelector<HTMLElement>(selector)?.focus(options);
}
