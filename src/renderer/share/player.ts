import type { PublicReport } from '../../contract/shared-reports.ts';
import { element } from './element.ts';
import { t } from './text.ts';

export interface Player {
  root: HTMLElement;
  seek(seconds: number): void;
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

  let isRenewed = false;
  media.addEventListener('error', async () => {
    if (isRenewed) return;
    isRenewed = true;
    const at = media.currentTime;
    const { playback_url } = await renew();
    if (playback_url === null) return;
    media.src = playback_url;
    media.currentTime = at;
  });
  media.addEventListener('playing', () => {
    isRenewed = false;
  });

  return {
    root: element('div', { class: 'player' }, media),
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
