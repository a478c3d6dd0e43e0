import './comments.css';
import { clockRange } from '../../base/time.ts';
import type { PublicComment, PublicComments } from '../../contract/sharing/comments.ts';
import { type CommentTarget, createCommentForm, type Position } from './comment-form.ts';
import type { CommentsClient } from './comments-client.ts';
import { dateOf } from './date.ts';
import { createElement } from './element.ts';
import { createSection } from './overview.ts';
import { t } from './text.ts';

/** Interval at which an open page looks for comments and replies, in milliseconds. */
const POLL_MS = 10_000;

/**
 * Creates the comments of a link: the list, which is updated while the page is shown, and the form.
 * @param play plays a target from a time in seconds of its video; null if nothing is played
 * @param now position of the player; null without one
 */
export function createComments(
  client: CommentsClient,
  targets: readonly CommentTarget[],
  play: ((index: number, seconds: number) => void) | null,
  now: () => Position | null,
): HTMLElement {
  const list = createElement('ol', {});
  const state = createElement('p', { class: 'none', attributes: { role: 'status' } }, t('comments.loading'));
  const writing = createElement('div', { class: 'writing' });
  const add = createElement(
    'button',
    { class: 'button', attributes: { type: 'button' }, on: { click: () => openForm() } },
    t('comments.add'),
  );
  let shown = '';
  let newest = 0;
  let isFull = false;

  const say = (text: string) => {
    state.hidden = text === '';
    state.textContent = text;
  };
  const closeForm = () =>
    writing.replaceChildren(isFull ? createElement('p', { class: 'notice' }, t('comments.full')) : add);
  const openForm = () =>
    writing.replaceChildren(
      createCommentForm(
        targets,
        now,
        async (comment) => {
          const problem = await client.send(comment);
          if (problem === null) await update();
          return problem;
        },
        (isSent) => {
          closeForm();
          add.focus({ preventScroll: isSent });
          if (isSent) list.querySelector(`#${idOf(newest)}`)?.scrollIntoView({ block: 'nearest' });
        },
      ),
    );
  const show = ({ comments, is_full }: PublicComments) => {
    // Rows in use, such as focused ones, are replaced only by a change.
    const next = JSON.stringify(comments);
    if (next !== shown)
      list.replaceChildren(...sorted(comments, targets).map((comment) => rowOf(comment, targets, play)));
    shown = next;
    newest = Math.max(0, ...comments.map(({ id }) => Number(id)));
    say(comments.length === 0 ? t('comments.empty') : '');
    if (is_full === isFull) return;
    isFull = is_full;
    if (!writing.querySelector('form')) closeForm();
  };
  /** Number of requests: an answer to an earlier one may lack a comment that was sent since. */
  let requests = 0;
  const update = async () => {
    const nth = ++requests;
    try {
      const comments = await client.load();
      if (nth === requests) show(comments);
    } catch {
      say(t('comments.unavailable'));
    }
  };
  const poll = () => {
    if (!root.isConnected) return stop();
    if (document.visibilityState === 'visible') void update();
  };
  const timer = setInterval(poll, POLL_MS);
  document.addEventListener('visibilitychange', poll);
  const stop = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', poll);
  };

  closeForm();
  void update();
  const root = createSection('comments', t('comments'), state, list, writing);
  return root;
}

const idOf = (comment: number): string => `comment-${comment}`;

const indexOf = ({ item_id }: PublicComment, targets: readonly CommentTarget[]): number =>
  targets.findIndex(({ itemId }) => itemId === item_id);

/** In the order of the page; those on items that are gone come first. */
function sorted(comments: readonly PublicComment[], targets: readonly CommentTarget[]): PublicComment[] {
  return comments.toSorted(
    (a, b) => indexOf(a, targets) - indexOf(b, targets) || a.start_time - b.start_time || Number(a.id) - Number(b.id),
  );
}

function rowOf(
  comment: PublicComment,
  targets: readonly CommentTarget[],
  play: ((index: number, seconds: number) => void) | null,
): HTMLElement {
  const { name, text, reply, start_time, end_time, created_at } = comment;
  const index = indexOf(comment, targets);
  const range = clockRange(start_time, end_time ?? start_time);
  const facts = [range, ...(targets.length > 1 && index >= 0 ? [targets[index]!.label] : []), dateOf(created_at)];
  const content = [
    createElement('span', { class: 'content strong', attributes: { dir: 'auto' } }, name),
    createElement('span', { class: 'kind', attributes: { dir: 'auto' } }, facts.join(' · ')),
    createElement('span', { class: 'content', attributes: { dir: 'auto' } }, text),
  ];
  const words = createElement('span', { class: 'words' }, ...content);
  const row =
    play && index >= 0
      ? createElement(
          'button',
          { class: 'row', attributes: { type: 'button' }, on: { click: () => play(index, start_time) } },
          words,
        )
      : createElement('div', { class: 'row' }, words);
  const answer =
    reply !== null &&
    createElement(
      'div',
      { class: 'answer' },
      createElement('span', { class: 'kind' }, t('comments.reply')),
      createElement('span', { class: 'content', attributes: { dir: 'auto' } }, reply),
    );
  return createElement('li', { attributes: { id: idOf(Number(comment.id)) } }, row, answer);
}
