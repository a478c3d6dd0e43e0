import type { PublicMoment } from '../../contract/sharing/shared-reports.ts';
import { setCaptions } from './captions.ts';
import { createElement } from './element.ts';
import { showOwnFrame } from './player.ts';
import { t } from './text.ts';

/** A moment of a shared story, by the id of its item. */
export interface SharedMoment {
  id: string;
  moment: PublicMoment;
}

export interface StoryView {
  root: HTMLElement;
  media: HTMLVideoElement;
  /** Loads the clip of a moment, with its title and captions. */
  show(index: number): void;
}

/** More moments than this would make parts of the bar too narrow to hit. */
const MAX_BAR_PARTS = 12;

/** Creates the elements of a story's player. The moments may get newer URLs later. */
export function createStoryView(
  shown: readonly SharedMoment[],
  on: { step(by: number): void; open(index: number): void },
): StoryView {
  const media = createElement('video', {
    class: 'video',
    attributes: { controls: '', playsinline: '', preload: 'auto', 'aria-label': t('player') },
  });
  showOwnFrame(media);
  const track = media.addTextTrack('captions', t('captions'));
  track.mode = 'showing';
  const note = createElement('p', { class: 'notice', attributes: { 'aria-live': 'polite', hidden: '' } });
  const title = createElement('p', { class: 'playing', attributes: { dir: 'auto', 'aria-live': 'polite' } });
  const step = (key: 'previous' | 'next', by: number) =>
    createElement(
      'button',
      {
        class: 'button step',
        attributes: { type: 'button', 'aria-label': t(key), title: t(key) },
        on: { click: () => on.step(by) },
      },
      key === 'previous' ? '‹' : '›',
    );
  const [previous, next] = [step('previous', -1), step('next', 1)];
  const parts = shown.map(({ moment }, index) =>
    createElement('button', {
      class: 'part',
      style: { 'flex-grow': String(Math.max(1, moment.end_time - moment.start_time)) },
      attributes: { type: 'button', 'aria-label': `${index + 1}. ${moment.title}`, title: moment.title },
      on: { click: () => on.open(index) },
    }),
  );

  const show = (index: number): void => {
    const { title: name, clip_url, clip_state, picture_url, transcript } = shown[index]!.moment;
    title.textContent = `${t('position', { number: index + 1, count: shown.length })} · ${name}`;
    previous.disabled = index === 0;
    next.disabled = index === shown.length - 1;
    parts.forEach((part, at) => {
      part.classList.toggle('passed', at < index);
      part.ariaCurrent = at === index ? 'true' : null;
    });
    media.poster = picture_url ?? '';
    note.hidden = clip_url !== null;
    note.textContent = clip_url === null ? t(clip_state === 'pending' ? 'clipPending' : 'clipFailed') : '';
    setCaptions(track, transcript);
    if (clip_url === null) media.removeAttribute('src');
    else media.src = clip_url;
    media.load();
  };
  const bar = createElement(
    'div',
    { class: 'bar', attributes: { role: 'group', 'aria-label': t('moments') } },
    ...parts,
  );
  const root = createElement(
    'div',
    { class: 'playback' },
    createElement('div', { class: 'player' }, media),
    shown.length > 1 && shown.length <= MAX_BAR_PARTS && bar,
    createElement('div', { class: 'line' }, shown.length > 1 && previous, title, shown.length > 1 && next),
    note,
  );
  return { root, media, show };
}
