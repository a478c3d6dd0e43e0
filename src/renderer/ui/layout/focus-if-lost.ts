/** Focuses an element that replaces the focused one, so that the keyboard goes on from there. A ref. */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
