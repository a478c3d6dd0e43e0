import type { PublicReport } from '../../contract/shared-reports.ts';
import { element } from './element.ts';
import { t } from './text.ts';

export interface Player {
  root: HTMLElement;
  seek(seconds: number): void;
}

/** How often is asked whether a playable copy is there, in milliseconds, and how many times: half an hour. */
const ASK_MS = 10_000;
const ASK_MAX = 180;

/** Whether an address leads to the copy that is made of a file which browsers can't play. */
function isCopy(url: string): boolean {
  return new URL(url, location.href).pathname.endsWith('/proxy');
}

/** Plays the shared video, with captions from its speech. @param renew gives fresh signed addresses once these have ended */
export function createPlayer(
  report: PublicReport,
  onTime: (seconds: number) => void,
  renew: () => Promise<PublicReport>,
): Player | null {
  if (report.playback_url === null) return null;
  const isPicture = report.thumbnail_url !== null;
  const media = element(isPicture ? 'video' : 'audio', {
    class: isPicture ? 'video' : 'audio',
    attributes: { controls: '', playsinline: '', preload: 'metadata', 'aria-label': t('player') },
  });
  if (report.thumbnail_url !== null) media.setAttribute('poster', report.thumbnail_url);
  media.src = report.playback_url;
  media.addEventListener('timeupdate', () => onTime(media.currentTime));
  addCaptions(media, report);

  const note = element('p', { class: 'notice', attributes: { role: 'status', hidden: '' } });
  const say = (text: string | null) => {
    note.hidden = text === null;
    note.textContent = text;
  };
  /** Fresh addresses; the old ones when the server can't be reached. */
  const renewed = () =>
    renew().then(
      ({ playback_url }) => playback_url ?? media.src,
      () => media.src,
    );
  const load = (url: string) => {
    const at = media.currentTime;
    media.src = url;
    media.currentTime = at;
  };
  let isRenewed = false;
  let asked = 0;
  const prepare = async (): Promise<void> => {
    const url = await renewed();
    if (!isCopy(url) && ++asked < ASK_MAX) return void setTimeout(() => void prepare(), ASK_MS);
    say(isCopy(url) ? null : t('noPlay'));
    if (isCopy(url)) load(url);
  };
  media.addEventListener('error', async () => {
    // First of all its address may have ended.
    if (!isRenewed) {
      isRenewed = true;
      return load(await renewed());
    }
    if (isCopy(media.src)) return say(t('noPlay'));
    if (asked > 0) return;
    say(t('preparing'));
    await prepare();
  });
  media.addEventListener('playing', () => {
    isRenewed = false;
  });

  return {
    root: element('div', { class: 'playback' }, element('div', { class: 'player' }, media), note),
    seek(seconds) {
      media.currentTime = seconds;
      // A browser may refuse to play before the person touched the page; the position is set all the same.
      media.play().catch(() => {});
    },
  };
}

function addCaptions(media: HTMLMediaElement, { segments }: PublicReport): void {
  const speech = segments.filter((segment) => segment.module === 'transcription');
  if (speech.length === 0) return;
  const track = media.addTextTrack('captions', t('captions'));
  for (const { start_time, end_time, content } of speech) {
    const cue = new VTTCue(start_time, Math.max(end_time, start_time + 0.001), '');
    // `&` and `<` are markup in a cue.
    cue.text = content.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    track.addCue(cue);
  }
}
