import { createElement } from './element.ts';
import { t } from './text.ts';

/** Creates the header of a page: its kind, its title, and facts. */
export function createHeader(kind: string, title: string, facts: readonly (string | null)[]): HTMLElement {
  return createElement(
    'header',
    { class: 'head' },
    createElement(
      'div',
      { class: 'titles' },
      createElement('p', { class: 'brand' }, `Reelscope · ${kind}`),
      createElement('h1', { attributes: { dir: 'auto' } }, title),
      createElement('p', { class: 'facts' }, facts.filter((fact) => fact !== null).join(' · ')),
    ),
    createElement(
      'button',
      { class: 'button print', attributes: { type: 'button' }, on: { click: () => print() } },
      t('print'),
    ),
  );
}
