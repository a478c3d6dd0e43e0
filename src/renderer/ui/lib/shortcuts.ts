import { useEffect, useRef } from 'react';
import { useOverlay } from './overlays.ts';

/** Normalizes a key press to a binding: `mod+shift+k`, `space`, `?`, `arrowleft`. */
export function comboOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase();
  const isLetter = key.length > 1 || /[a-z]/.test(key);
  return [
    (event.ctrlKey || event.metaKey) && 'mod',
    event.altKey && 'alt',
    // Characters such as `?` already imply Shift.
    event.shiftKey && isLetter && 'shift',
    key,
  ]
    .filter(Boolean)
    .join('+');
}

/** Whether an element accepts text, so that letters are not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.tagName === 'TEXTAREA' || target.tagName === 'SELECT') return true;
  return target instanceof HTMLInputElement && !/^(button|checkbox|radio|range|submit)$/.test(target.type);
}

/** Editing shortcuts that text fields keep. */
const EDITING = /^mod\+(shift\+)?[acvxyz]$/;

export type Bindings = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Keys of the page that is shown. They rest while a dialog is open or something is typed, except those with `mod` that
 * do not edit text. Space and Enter belong to the focused button. Calling `preventDefault` is done here.
 */
export function useShortcuts(bindings: Bindings, enabled = true): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const combo = comboOf(event);
      const run = latest.current[combo];
      if (
        !run ||
        event.defaultPrevented ||
        // Also while its code is loaded: what is typed then is meant for it.
        useOverlay.getState().overlay !== null ||
        document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"]')
      ) {
        return;
      }
      if (isTyping(event.target) && (!combo.startsWith('mod+') || EDITING.test(combo))) return;
      const onControl = event.target instanceof Element && event.target.closest('button,a,[role="tab"]');
      if (onControl && (combo === 'space' || combo === 'enter')) return;
      event.preventDefault();
      run(event);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
