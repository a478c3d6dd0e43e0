import { createElement } from './element.ts';
import { t } from './text.ts';

/**
 * Creates an error page.
 * @param onRetry omitted if a retry can't help
 * @param unsent text of a comment that can't be sent
 */
export function createMessagePage(
  kind: 'missing' | 'ended' | 'expired' | 'failed',
  onRetry?: () => void,
  unsent = '',
): HTMLElement {
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
    unsent !== '' && createUnsent(unsent),
  );
}

function createUnsent(text: string): HTMLElement {
  const field = createElement('textarea', {
    class: 'search area',
    attributes: { id: 'unsent', rows: '4', readonly: '', dir: 'auto' },
  });
  field.value = text;
  field.addEventListener('focus', () => field.select());
  return createElement(
    'div',
    { class: 'field' },
    createElement('label', { attributes: { for: field.id } }, t('comments.unsent')),
    field,
  );
}
