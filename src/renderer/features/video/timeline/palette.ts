import { MODULE_NAMES, type ModuleName } from '../../../../contract/analysis/modules.ts';
import { moduleHue } from '../../../../core/modules/module-display.ts';

/** Theme colors for canvas. */
export interface Palette {
  text: string;
  text3: string;
  line: string;
  wave: string;
  hues: Readonly<Record<ModuleName, string>>;
  font: string;
}

/** Reads the color tokens that apply inside an element. */
export function readPalette(inside: HTMLElement): Palette {
  const values = ['var(--text)', 'var(--text-3)', 'var(--line)', ...MODULE_NAMES.map((name) => moduleHue(name))];
  const probes = document.createElement('span');
  probes.hidden = true;
  // Inserts all probes before reading, to compute styles once.
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

/** Calls a listener when the theme changes. Returns a function that removes it. */
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
