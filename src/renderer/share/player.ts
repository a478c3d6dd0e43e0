import type { PublicReport } from '../../contract/sharing/shared-reports.ts';
import { setCaptions } from './captions.ts';
import { createElement } from './element.ts';
import { playWithKeys } from './player-keys.ts';
import { t } from './text.ts';

export interface Player {
  root: HTMLElement;
  seek(seconds: number): void;
  /** Position in seconds. */
  now(): number;
}

/** Polling interval for the playable copy in milliseconds, and the limit: half an hour. */
const POLL_MS = 10_000;
const MAX_POLLS = 180;

/** Path of a signed URL without its signature. */
function pathOf(url: string): string {
  return new URL(url, location.href).pathname;
}

/** Replaces the poster, which is another frame than that of the clock, once there is one to show. */
export function showOwnFrame(media: HTMLMediaElement): void {
  media.addEventListener('loadeddata', () => {
    media.removeAttribute('poster');
    // Browsers draw a frame in place of a poster once it was sought, or played.
    const { currentTime } = media;
    media.currentTime = currentTime;
  });
}

/** Creates the player with captions. @param renew loads new signed URLs after the current ones expire */
export function createPlayer(
  report: PublicReport,
  onTime: (seconds: number) => void,
  renew: () => Promise<PublicReport>,
): Player | null {
  if (report.playback_url === null) return null;
  const isVideo = report.thumbnail_url !== null;
  const media = createElement(isVideo ? 'video' : 'audio', {
    class: isVideo ? 'video' : 'audio',
    attributes: { controls: '', playsinline: '', preload: 'metadata', 'aria-label': t('player') },
  });
  if (report.thumbnail_url !== null) media.setAttribute('poster', report.thumbnail_url);
  showOwnFrame(media);
  media.src = report.playback_url;
  media.addEventListener('timeupdate', () => onTime(media.currentTime));
  addCaptions(media, report);

  const note = createElement('p', { class: 'notice', attributes: { 'aria-live': 'polite', hidden: '' } });
  const say = (text: string | null) => {
    note.hidden = text === null;
    note.textContent = text;
  };
  /** Reloads the report; falls back to the current one if the server is unreachable. */
  const renewed = () => renew().catch(() => report);
  const load = (url: string | null) => {
    if (url === null) return say(t('noPlay'));
    const at = media.currentTime;
    media.src = url;
    media.currentTime = at;
  };
  let isRenewed = false;
  let polls = 0;
  const prepare = async (): Promise<void> => {
    const { playback_url, playback_pending } = await renewed();
    if (playback_pending && ++polls < MAX_POLLS) {
      say(t('preparing'));
      setTimeout(() => void prepare(), POLL_MS);
      return;
    }
    const isNew = playback_url !== null && pathOf(playback_url) !== pathOf(media.src);
    say(isNew ? null : t('noPlay'));
    if (isNew) load(playback_url);
  };
  media.addEventListener('error', async () => {
    if (isRenewed) return prepare();
    // The signed URL may have expired.
    isRenewed = true;
    load((await renewed()).playback_url);
  });
  playWithKeys(media);
  media.addEventListener('playing', () => {
    isRenewed = false;
  });

  return {
    root: createElement('div', { class: 'playback' }, createElement('div', { class: 'player' }, media), note),
    seek(seconds) {
      media.currentTime = seconds;
      // Browsers may block playback before a user gesture; the position is set either way.
      media.play().catch(() => {});
    },
    now: () => media.currentTime,
  };
}

function addCaptions(media: HTMLMediaElement, { segments }: PublicReport): void {
  const speech = segments.filter((segment) => segment.module === 'transcription');
  if (speech.length > 0) setCaptions(media.addTextTrack('captions', t('captions')), speech);
}
