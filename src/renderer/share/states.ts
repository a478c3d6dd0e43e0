import { createElement } from './element.ts';
import { t } from './text.ts';

/** A page that says why there is no report. @param onRetry left out when trying again can't help */
export function createMessagePage(kind: 'missing' | 'expired' | 'failed', onRetry?: () => void): HTMLElement {
  const title = t(`${kind}.title`);
  document.title = `${title} · Reelscope`;
  return createElement(
    'div',
    { class: 'message' },
    createElement('p', { class: 'brand' }, 'Reelscope'),
    createElement('h1', {}, title),
    createElement('p', { class: 'about' }, t(`${kind}.text`)),
    onRetry
      ? createElement('button', { class: 'button', attributes: { type: 'button' }, on: { click: onRetry } }, t('retry'))
      : null,
  );
}
