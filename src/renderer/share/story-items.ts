import type { PublicStory } from '../../contract/sharing/shared-reports.ts';
import { readParagraphs } from '../../core/transcript/paragraphs.ts';
import { speakerText } from '../../core/transcript/speaker-text.ts';
import { createElement } from './element.ts';
import { createMarkdown } from './markdown.ts';
import { position } from './position.ts';
import type { SharedMoment } from './story-view.ts';
import { language, t } from './text.ts';

export interface StoryItems {
  root: HTMLElement;
  /** Highlights the moment that is played. */
  showMoment(index: number): void;
  /** Shows the first frames of clips that are ready now. */
  showStills(moments: readonly SharedMoment[]): void;
}

/** Creates the list of a story: headings, notes, and moments. @param onPlay null if clips are not shared */
export function createStoryItems(
  { items }: PublicStory,
  onPlay: ((index: number, seconds?: number) => void) | null,
): StoryItems {
  const cards: HTMLElement[] = [];
  const ids = items.flatMap(({ id, kind }) => (kind === 'moment' ? [id] : []));
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
    showStills(moments) {
      for (const { id, moment } of moments) {
        const row = cards[ids.indexOf(id)]?.querySelector('.row');
        const still = stillOf(moment);
        if (row && still && !row.querySelector('.still')) row.prepend(still);
      }
    },
  };
}

function cardOf(
  { moment }: SharedMoment,
  index: number,
  onPlay: ((index: number, seconds?: number) => void) | null,
): HTMLElement {
  const { title, note, tags, video_name, start_time, end_time, transcript, sha256 } = moment;
  const times = `${position(start_time)}–${position(end_time)}`;
  const head = [
    stillOf(moment),
    createElement(
      'span',
      { class: 'words' },
      createElement('span', { class: 'content strong', attributes: { dir: 'auto' } }, `${index + 1}. ${title}`),
      createElement('span', { class: 'kind', attributes: { dir: 'auto' } }, `${times} · ${video_name}`),
      tags.length > 0 && createElement('span', { class: 'kind', attributes: { dir: 'auto' } }, tags.join(', ')),
    ),
  ];
  const paragraphs = readParagraphs(transcript).map(({ start, speaker, text }) =>
    createElement(
      'p',
      { attributes: { dir: 'auto' } },
      createElement('span', { class: 'time' }, position(start_time + start)),
      speaker === undefined ? ' ' : createElement('strong', {}, ` ${speakerText(speaker, language)} `),
      text,
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
    paragraphs.length > 0 && createElement('div', { class: 'said' }, ...paragraphs),
    sha256 !== null && createElement('p', { class: 'hash' }, `SHA-256 ${sha256}`),
  );
}

/** A saved frame of the moment, or else the first one of its clip; null without a video or a clip. */
function stillOf(moment: SharedMoment['moment']): HTMLElement | null {
  if (moment.picture_url === null) return clipFrame(moment);
  return createElement('img', {
    class: 'still',
    attributes: { alt: '', loading: 'lazy', src: moment.picture_url },
    on: {
      error: (event) => {
        const frame = clipFrame(moment);
        (event.currentTarget as HTMLElement).replaceWith(...(frame ? [frame] : []));
      },
    },
  });
}

function clipFrame({ clip_url, has_picture }: SharedMoment['moment']): HTMLElement | null {
  if (clip_url === null || !has_picture) return null;
  const attributes = { src: clip_url, preload: 'metadata', muted: '', playsinline: '', 'aria-hidden': 'true' };
  return createElement('video', { class: 'still', attributes });
}
