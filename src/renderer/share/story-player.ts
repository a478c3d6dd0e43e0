import type { PublicMoment, PublicStory } from '../../contract/sharing/shared-reports.ts';
import { setCaptions } from './captions.ts';
import { createElement } from './element.ts';
import { showOwnFrame } from './player.ts';
import { playWithKeys } from './player-keys.ts';
import { t } from './text.ts';

/** A moment of a shared story, by the id of its item. */
export interface SharedMoment {
  id: string;
  moment: PublicMoment;
}

export interface StoryPlayer {
  root: HTMLElement;
  /** Plays a moment, from a time in seconds of its clip. */
  play(index: number, seconds?: number): void;
  /** The moment that is shown, and the position in seconds of its clip. */
  now(): { index: number; seconds: number };
}

/** Polling interval for clips in milliseconds, and the limit: half an hour. */
const ASK_MS = 5000;
const ASK_MAX = 360;
/** More moments than this would make parts of the bar too narrow to hit. */
const MAX_BAR_PARTS = 12;

/** The moments of a story, in order. */
export function momentsOf({ items }: PublicStory): SharedMoment[] {
  return items.flatMap((item) => (item.kind === 'moment' ? [{ id: item.id, moment: item.moment }] : []));
}

/**
 * Creates the player, which plays the clips in order with captions.
 * @param onMoment is called with the index of the moment that is shown
 * @param renew loads the story with new signed URLs
 */
export function createStoryPlayer(
  story: PublicStory,
  onMoment: (index: number) => void,
  renew: () => Promise<PublicStory>,
): StoryPlayer {
  const shown = momentsOf(story);
  let current = 0;
  let isRenewed = false;
  let asked = 0;
  /** Whether to play a clip that is still being prepared. */
  let isWanted = false;

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
        on: { click: () => play(current + by) },
      },
      key === 'previous' ? '‹' : '›',
    );
  const [previous, next] = [step('previous', -1), step('next', 1)];
  const parts = shown.map(({ moment }, index) =>
    createElement('button', {
      class: 'part',
      style: { 'flex-grow': String(Math.max(1, moment.end_time - moment.start_time)) },
      attributes: { type: 'button', 'aria-label': `${index + 1}. ${moment.title}`, title: moment.title },
      on: { click: () => play(index) },
    }),
  );

  const show = (index: number): void => {
    current = index;
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
    onMoment(index);
  };
  const play = (index: number, seconds = 0): void => {
    if (index !== current || !media.hasAttribute('src')) show(index);
    if (seconds > 0 || media.currentTime > 0) media.currentTime = seconds;
    isWanted = !media.hasAttribute('src');
    // Browsers may block playback before a user gesture.
    if (!isWanted) media.play().catch(() => {});
  };

  /** Takes over the URLs of a newer view; the order stays as it was opened. */
  const update = async (): Promise<void> => {
    const fresh = await renew().catch(() => undefined);
    if (!fresh) return;
    const found = new Map(momentsOf(fresh).map(({ id, moment }) => [id, moment]));
    for (const each of shown) {
      const { clip_url = null, clip_state = 'failed', picture_url = null } = found.get(each.id) ?? {};
      each.moment = { ...each.moment, clip_url, clip_state, picture_url };
    }
  };
  const poll = async (): Promise<void> => {
    await update();
    if (!media.hasAttribute('src') && shown[current]!.moment.clip_state !== 'pending') {
      if (isWanted) play(current);
      else show(current);
    }
    if (shown.some(({ moment }) => moment.clip_state === 'pending') && ++asked < ASK_MAX) setTimeout(poll, ASK_MS);
  };
  playWithKeys(media);
  media.addEventListener('ended', () => {
    if (current + 1 < shown.length) play(current + 1);
  });
  media.addEventListener('playing', () => {
    isRenewed = false;
  });
  media.addEventListener('error', async () => {
    if (isRenewed || !media.hasAttribute('src')) return;
    // The signed URL may have expired.
    isRenewed = true;
    const at = media.currentTime;
    await update();
    show(current);
    media.currentTime = at;
  });
  if (shown.some(({ moment }) => moment.clip_state === 'pending')) setTimeout(poll, ASK_MS);
  show(0);

  const bar = createElement(
    'div',
    { class: 'bar', attributes: { role: 'group', 'aria-label': t('moments') } },
    ...parts,
  );
  return {
    root: createElement(
      'div',
      { class: 'playback' },
      createElement('div', { class: 'player' }, media),
      shown.length > 1 && shown.length <= MAX_BAR_PARTS && bar,
      createElement('div', { class: 'line' }, shown.length > 1 && previous, title, shown.length > 1 && next),
      note,
    ),
    play,
    now: () => ({ index: current, seconds: media.currentTime }),
  };
}
