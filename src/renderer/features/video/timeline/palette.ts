import { moduleHue } from '../../../../contract/module-display.ts';
import { MODULE_NAMES, type ModuleName } from '../../../../contract/modules.ts';

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
  const values = ['var(--text)', 'var(--text-3)', 'var(--line)', ...MODULE_NAMES.map((name) => moduleHue(name))];
  const probes = document.createElement('span');
  probes.hidden = true;
  // All are put in before the first is read: reading between changes would reckon styles anew for each.
  for (const value of values) {
    const probe = document.createElement('span');
    probe.style.color = value;
    probes.append(probe);
  }
  inside.append(probes);
  const [text, text3, line, ...hues] = [...probes.children].map((probe) => getComputedStyle(probe).color);
  const { fontFamily } = getComputedStyle(inside);
  probes.remove();
  return {
    text: text!,
    text3: text3!,
    line: line!,
    wave: text3!,
    hues: Object.fromEntries(MODULE_NAMES.map((name, i) => [name, hues[i]!])) as Palette['hues'],
    font: `11px ${fontFamily}`,
  };
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
