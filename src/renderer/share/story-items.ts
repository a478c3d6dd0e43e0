import type { PublicStory } from '../../contract/sharing/shared-reports.ts';
import { speakerText } from '../../core/transcript/speaker-text.ts';
import { createElement } from './element.ts';
import { createMarkdown } from './markdown.ts';
import { position } from './position.ts';
import type { SharedMoment } from './story-player.ts';
import { language, t } from './text.ts';

export interface StoryItems {
  root: HTMLElement;
  /** Highlights the moment that is played. */
  showMoment(index: number): void;
}

/** Creates the list of a story: headings, notes, and moments. @param onPlay null if clips are not shared */
export function createStoryItems(
  { items }: PublicStory,
  onPlay: ((index: number, seconds?: number) => void) | null,
): StoryItems {
  const cards: HTMLElement[] = [];
  const rows = items.map((item) => {
    if (item.kind === 'moment') {
      const card = cardOf(item, cards.length, onPlay);
      cards.push(card);
      return card;
    }
    return item.kind === 'heading'
      ? createElement('h2', { attributes: { dir: 'auto' } }, item.text)
      : createMarkdown(item.text);
  });
  return {
    root: createElement(
      'section',
      { class: 'read story', attributes: { 'aria-label': t('moments') } },
      ...(rows.length > 0 ? rows : [createElement('p', { class: 'none' }, t('storyEmpty'))]),
    ),
    showMoment(index) {
      for (const [at, card] of cards.entries()) card.classList.toggle('now', at === index);
      // Not on the first: the page would scroll while it opens.
      if (index > 0) cards[index]?.scrollIntoView({ block: 'nearest' });
    },
  };
}

function cardOf(
  { moment }: SharedMoment,
  index: number,
  onPlay: ((index: number, seconds?: number) => void) | null,
): HTMLElement {
  const { title, note, tags, video_name, start_time, end_time, transcript, sha256, picture_url } = moment;
  const times = `${position(start_time)}–${position(end_time)}`;
  const head = [
    picture_url !== null &&
      createElement('img', { class: 'still', attributes: { alt: '', loading: 'lazy', src: picture_url } }),
    createElement(
      'span',
      { class: 'words' },
      createElement('span', { class: 'content strong', attributes: { dir: 'auto' } }, `${index + 1}. ${title}`),
      createElement('span', { class: 'kind', attributes: { dir: 'auto' } }, `${times} · ${video_name}`),
      tags.length > 0 && createElement('span', { class: 'kind', attributes: { dir: 'auto' } }, tags.join(', ')),
    ),
  ];
  const lines = transcript.map((line) =>
    createElement(
      'p',
      { attributes: { dir: 'auto' } },
      createElement('span', { class: 'time' }, position(start_time + line.start_time)),
      line.data?.speaker === undefined
        ? ' '
        : createElement('strong', {}, ` ${speakerText(line.data.speaker, language)} `),
      line.content,
    ),
  );
  return createElement(
    'article',
    { class: 'moment' },
    onPlay
      ? createElement(
          'button',
          { class: 'row', attributes: { type: 'button' }, on: { click: () => onPlay(index) } },
          ...head,
        )
      : createElement('div', { class: 'row' }, ...head),
    note !== '' && createMarkdown(note),
    lines.length > 0 && createElement('div', { class: 'said' }, ...lines),
    sha256 !== null && createElement('p', { class: 'hash' }, `SHA-256 ${sha256}`),
  );
}
