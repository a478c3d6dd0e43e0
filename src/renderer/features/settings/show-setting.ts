import { useEffect, useRef } from 'react';
import { isTyping } from '../../ui/lib/shortcuts.ts';

/** How long a setting may take to load, in milliseconds. */
const LOADING_TIMEOUT_MS = 5000;

/**
 * Scrolls to a setting once it has loaded, unfolds it, and focuses its field.
 * @param name its label or heading; null shows none
 * @returns a reference for the element that contains the settings
 */
export function useShownSetting(name: string | null) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (name === null || !element) return;
    const show = () => {
      const label = [...element.querySelectorAll('label, legend, h2, h3, dt')].find(
        ({ textContent }) => textContent?.trim().startsWith(name) === true,
      );
      if (!label) return false;
      for (let fold = label.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
        fold.open = true;
      label.scrollIntoView({ block: 'center' });
      const field = label instanceof HTMLLabelElement ? label.control : null;
      (field ?? label.querySelector<HTMLElement>('input, select, button'))?.focus({ preventScroll: true });
      return true;
    };
    if (show()) return;
    // Whoever types meanwhile has gone on to something else.
    const observer = new MutationObserver(() => (isTyping(document.activeElement) || show()) && observer.disconnect());
    observer.observe(element, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), LOADING_TIMEOUT_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [name]);
  return root;
}
