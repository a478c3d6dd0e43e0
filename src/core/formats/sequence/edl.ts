import { canDrop, type FrameRate } from '../frame-rate.ts';
import { isChapter, oneLine, shorten } from '../markers.ts';
import { frameOfHour, startAt, timecode } from '../timecode.ts';
import { filesOf, placeClips, type Sequence, type SequenceFile, type SequenceSettings } from './sequence.ts';

/** Timelines start at one hour. */
const START_HOURS = 1;

/** Longest name in a comment: longer lines are cut by older programs. */
const MAX_COMMENT = 200;

/**
 * A sequence as an edit decision list in CMX 3600: one event per clip, cuts only, one reel per file. Reels have names
 * of at most eight characters, so that comments carry the names of files and moments. Source timecode is that of the
 * file, or counts from its start; the record side starts at 01:00:00:00 by default; CRLF.
 */
export function sequenceToEdl(sequence: Sequence, settings: SequenceSettings): string {
  const { rate } = settings;
  const start = startOf(settings);
  const files = filesOf(sequence.clips);
  const reels = new Map(files.map(({ jobId }, index) => [jobId, reelName(index)]));
  const events = placeClips(sequence.clips, rate).map((clip, index) => {
    const { file, recordFrame, frames } = clip;
    const source = startAt(file.start, rate);
    const [from, to] = [clip.sourceFrame, clip.sourceFrame + frames].map((at) =>
      timecode(source.frame + at, source.rate),
    );
    const record = [recordFrame, recordFrame + frames].map((at) => timecode(start + at, rate));
    return [
      `${eventNumber(index)}  ${reels.get(file.jobId)!.padEnd(8)} ${channels(file).padEnd(5)} C        ${[from, to, ...record].join(' ')}`,
      `* FROM CLIP NAME: ${comment(file.name)}`,
      ...clip.markers.filter(isChapter).map((marker) => `* HEADING: ${comment(marker.markers[0].name)}`),
      ...(clip.title === '' ? [] : [`* COMMENT: ${comment(clip.title)}`]),
      ...(clip.note === '' ? [] : [`* NOTE: ${comment(clip.note)}`]),
      '',
    ].join('\r\n');
  });
  return edlOf(comment(sequence.title), rate, events);
}

/** An edit decision list. @param events lines of each, with an empty one at its end */
export function edlOf(title: string, rate: FrameRate, events: readonly string[]): string {
  const counting = rate.drop && canDrop(rate) ? 'DROP FRAME' : 'NON-DROP FRAME';
  return [`TITLE: ${title}`, `FCM: ${counting}`, '', ...events, ''].join('\r\n');
}

/** First frame of the record side. */
export function startOf({ rate, startFrame }: SequenceSettings): number {
  return startFrame ?? frameOfHour(START_HOURS, rate);
}

/** Number of an event, from `001`. */
export function eventNumber(index: number): string {
  return String(index + 1).padStart(3, '0');
}

/** Tape name of a file: `R001`, since CMX 3600 has no room for file names. */
function reelName(index: number): string {
  return `R${String(index + 1).padStart(3, '0')}`;
}

/** Channels of an event: video, two of audio, or both. */
function channels({ video, audioChannels }: Pick<SequenceFile, 'video' | 'audioChannels'>): string {
  if (!video) return 'AA';
  return audioChannels > 0 ? 'AA/V' : 'V';
}

function comment(text: string): string {
  return shorten(oneLine(text), MAX_COMMENT);
}
