import type { PublicStory } from '../../contract/sharing/shared-reports.ts';
import { playWithKeys } from './player-keys.ts';
import { createStoryView, type SharedMoment } from './story-view.ts';

export interface StoryPlayer {
  root: HTMLElement;
  /** Plays a moment, from a time in seconds of its clip. */
  play(index: number, seconds?: number): void;
  /** The moment that is shown, and the position in seconds of its clip. */
  now(): { index: number; seconds: number };
}

/** Polling interval for clips in milliseconds, and the limit: half an hour. */
const POLL_MS = 5000;
const MAX_POLLS = 360;

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
  let polls = 0;
  /** Whether to play a clip that is still being prepared. */
  let isWanted = false;

  const view = createStoryView(shown, { step: (by) => play(current + by), open: (index) => play(index) });
  const { media } = view;
  const show = (index: number): void => {
    current = index;
    view.show(index);
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
    if (shown.some(({ moment }) => moment.clip_state === 'pending') && ++polls < MAX_POLLS) setTimeout(poll, POLL_MS);
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
  if (shown.some(({ moment }) => moment.clip_state === 'pending')) setTimeout(poll, POLL_MS);
  show(0);

  return {
    root: view.root,
    play,
    now: () => ({ index: current, seconds: media.currentTime }),
  };
}
