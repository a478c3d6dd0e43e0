import { MODULE_NAMES, type ModuleName } from '../../../contract/modules.ts';
import { MODULE_LOOKS } from '../../ui/module-icon.tsx';

/** The window's colours as a canvas takes them. */
export interface Palette {
  text: string;
  text3: string;
  line: string;
  wave: string;
  hues: Readonly<Record<ModuleName, string>>;
  font: string;
}

/** Reads the tokens as they are inside of an element now, light or dark. */
export function readPalette(inside: HTMLElement): Palette {
  const probe = document.createElement('span');
  probe.hidden = true;
  inside.append(probe);
  const colorOf = (value: string): string => {
    probe.style.color = value;
    return getComputedStyle(probe).color;
  };
  const hues = Object.fromEntries(MODULE_NAMES.map((name) => [name, colorOf(MODULE_LOOKS[name].hue)]));
  const palette = {
    text: colorOf('var(--text)'),
    text3: colorOf('var(--text-3)'),
    line: colorOf('var(--line)'),
    wave: colorOf('var(--text-3)'),
    hues: hues as Palette['hues'],
    font: `11px ${getComputedStyle(inside).fontFamily}`,
  };
  probe.remove();
  return palette;
}

/** Calls back when the colours have changed. Returns how to stop that. */
export function onPaletteChange(listener: () => void): () => void {
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  scheme.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    scheme.removeEventListener('change', listener);
  };
}
