import { writePosition } from '../../base/position.ts';
import { type CreateCommentRequest, MAX_COMMENT_NAME, MAX_COMMENT_TEXT } from '../../contract/sharing/comments.ts';
import { readTimes } from './comment-times.ts';
import type { CommentProblem } from './comments-client.ts';
import { createElement } from './element.ts';
import { t } from './text.ts';

/** A video, or a moment of a story, that people can comment on. */
export interface CommentTarget {
  /** Id of the item of a story; null for a video. */
  itemId: string | null;
  label: string;
  /** Seconds of the video at which it begins and ends. */
  start: number;
  end: number;
}

/** Position of the player: index of the target, and seconds of its video. */
export interface Position {
  index: number;
  seconds: number;
}

/** Name of the author, and the text until it is sent; kept until the tab is closed. */
const NAME_KEY = 'comment name';
const TEXT_KEY = `comment text ${location.pathname}`;

/** Text that is written but not sent; empty without one. */
export const writtenComment = (): string => sessionStorage.getItem(TEXT_KEY) ?? '';

/**
 * Creates the form for a comment at a time or a range.
 * @param now position of the player; null without one
 * @param send returns the problem; null once the comment is sent
 */
export function createCommentForm(
  targets: readonly CommentTarget[],
  now: () => Position | null,
  send: (comment: CreateCommentRequest) => Promise<CommentProblem | null>,
  onClose: (isSent: boolean) => void,
): HTMLElement {
  const { name, target, start, end, text } = createFields(targets);
  const setStart = ({ index, seconds }: Position) => {
    target.selectedIndex = index;
    start.value = tenths(seconds);
  };
  const at = (): Position => now() ?? { index: 0, seconds: targets[0]?.start ?? 0 };
  setStart(at());
  const nowButton = (label: string, onClick: () => void) =>
    createElement(
      'button',
      { class: 'button', attributes: { type: 'button', 'aria-label': label, title: label }, on: { click: onClick } },
      t('comments.now'),
    );
  const startNow = nowButton(t('comments.startNow'), () => setStart(at()));
  const endNow = nowButton(t('comments.endNow'), () => {
    end.value = tenths(at().seconds);
  });

  const problem = createElement('p', { class: 'problem', attributes: { role: 'alert' } });
  const button = actionButton('submit', t('comments.send'), 'button primary');
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const about = targets[target.selectedIndex]!;
    const times = readTimes(start.value, end.value, about);
    if (typeof times === 'string') {
      const range = { start: tenths(about.start), end: tenths(about.end) };
      problem.textContent = t(`comments.${times}`, range);
      return;
    }
    const { itemId } = about;
    const item = itemId === null ? {} : { item_id: itemId };
    problem.textContent = '';
    // The answer closes the form, with what would be written until then.
    form.inert = true;
    button.textContent = t('comments.sending');
    const found = await send({ name: name.value, text: text.value, ...times, ...item });
    form.inert = false;
    button.textContent = t('comments.send');
    if (found !== null) {
      problem.textContent = t(`comments.${found}`);
      button.focus();
      return;
    }
    sessionStorage.setItem(NAME_KEY, name.value);
    close(true);
  };
  const close = (isSent: boolean) => {
    sessionStorage.removeItem(TEXT_KEY);
    onClose(isSent);
  };
  const cancel = actionButton('button', t('comments.cancel'), 'button');
  cancel.addEventListener('click', () => close(false));
  queueMicrotask(() => (name.value === '' ? name : text).focus());
  const form = createElement(
    'form',
    { class: 'write', attributes: { 'aria-label': t('comments.add') }, on: { submit: (event) => void submit(event) } },
    createField(t('comments.name'), name),
    targets.length > 1 && createField(t('comments.moment'), target),
    createElement(
      'div',
      { class: 'times' },
      createField(t('comments.start'), start, startNow),
      createField(t('comments.end'), end, endNow),
    ),
    createField(t('comments.text'), text),
    createElement('p', { class: 'hint' }, t('comments.public')),
    problem,
    createElement('div', { class: 'line' }, button, cancel),
  );
  return form;
}

/** Controls of the form. A choice of the target sets the start. */
function createFields(targets: readonly CommentTarget[]) {
  const box = (name: string, more: Readonly<Record<string, string>>) =>
    createElement('input', {
      class: 'search',
      attributes: { id: `comment-${name}`, autocomplete: 'off', dir: 'auto', ...more },
    });
  const name = box('name', { required: '', maxlength: String(MAX_COMMENT_NAME) });
  name.value = sessionStorage.getItem(NAME_KEY) ?? '';
  const start = box('start', { required: '' });
  const end = box('end', { placeholder: t('comments.instant') });
  const text = createElement('textarea', {
    class: 'search area',
    attributes: { id: 'comment-text', required: '', rows: '3', maxlength: String(MAX_COMMENT_TEXT), dir: 'auto' },
  });
  text.value = writtenComment();
  text.addEventListener('input', () => sessionStorage.setItem(TEXT_KEY, text.value));
  const options = targets.map(({ label }) => createElement('option', {}, label));
  const target = createElement('select', { class: 'search', attributes: { id: 'comment-target' } }, ...options);
  target.addEventListener('change', () => {
    start.value = writePosition(targets[target.selectedIndex]!.start);
    end.value = '';
  });
  return { name, target, start, end, text };
}

function createField(label: string, control: HTMLElement, ...more: HTMLElement[]): HTMLElement {
  return createElement(
    'div',
    { class: 'field' },
    createElement('label', { attributes: { for: control.id } }, label),
    createElement('div', { class: 'line' }, control, ...more),
  );
}

function actionButton(type: 'submit' | 'button', label: string, name: string): HTMLButtonElement {
  return createElement('button', { class: name, attributes: { type } }, label);
}

/** Rounded to a tenth of a second, as people read positions. */
const tenths = (seconds: number): string => writePosition(Math.round(seconds * 10) / 10);
