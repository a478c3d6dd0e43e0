import { createElement } from './element.ts';
import { t } from './text.ts';

/** Creates an error page. @param onRetry omitted if a retry can't help */
export function createMessagePage(kind: 'missing' | 'ended' | 'expired' | 'failed', onRetry?: () => void): HTMLElement {
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
