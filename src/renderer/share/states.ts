import { element } from './element.ts';
import { t } from './text.ts';

/** A page that says why there is no report. @param onRetry left out when trying again can't help */
export function messagePage(kind: 'missing' | 'expired' | 'failed', onRetry?: () => void): HTMLElement {
  const title = t(`${kind}.title`);
  document.title = `${title} · Reelscope`;
  return element(
    'div',
    { class: 'message' },
    element('p', { class: 'brand' }, 'Reelscope'),
    element('h1', {}, title),
    element('p', { class: 'about' }, t(`${kind}.text`)),
    onRetry
      ? element('button', { class: 'button', attributes: { type: 'button' }, on: { click: onRetry } }, t('retry'))
      : null,
  );
}
