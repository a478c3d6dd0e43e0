import { canDrop, type FrameRate, frameOfHour, timecode } from '../frame-rate.ts';
import { filesOf, oneLine, placeClips, type Sequence, type SequenceFile } from './sequence.ts';

/** Sequences start at one hour. */
const START_HOURS = 1;

/** Longest name in a comment: longer lines are cut by older programs. */
const MAX_COMMENT = 200;

/**
 * A sequence as an edit decision list in CMX 3600: one event per clip, cuts only, one reel per file. Reels have names of
 * at most eight characters, so that comments carry the names of files and moments. Source timecode counts from the start
 * of the file; the record side starts at 01:00:00:00; CRLF.
 */
export function sequenceToEdl(sequence: Sequence, rate: FrameRate): string {
  const start = frameOfHour(START_HOURS, rate);
  const files = filesOf(sequence.clips);
  const reels = new Map(files.map(({ jobId }, index) => [jobId, reelName(index)]));
  const events = placeClips(sequence.clips, rate).map((clip, index) => {
    const { file, sourceFrame, recordFrame, frames, heading } = clip;
    const number = String(index + 1).padStart(3, '0');
    const times = [sourceFrame, sourceFrame + frames, start + recordFrame, start + recordFrame + frames];
    return [
      `${number}  ${reels.get(file.jobId)!.padEnd(8)} ${channels(file).padEnd(5)} C        ${times.map((frame) => timecode(frame, rate)).join(' ')}`,
      `* FROM CLIP NAME: ${comment(file.name)}`,
      ...(heading === undefined ? [] : [`* HEADING: ${comment(heading)}`]),
      ...(clip.title === '' ? [] : [`* COMMENT: ${comment(clip.title)}`]),
      ...(clip.note === '' ? [] : [`* NOTE: ${comment(clip.note)}`]),
      '',
    ].join('\r\n');
  });
  return [
    `TITLE: ${comment(sequence.title)}`,
    `FCM: ${rate.drop && canDrop(rate) ? 'DROP FRAME' : 'NON-DROP FRAME'}`,
    '',
    ...events,
    '',
  ].join('\r\n');
}

/** Tape name of a file: `R001`, since CMX 3600 has no room for file names. */
function reelName(index: number): string {
  return `R${String(index + 1).padStart(3, '0')}`;
}

/** Channels of an event: video, two of audio, or both. */
function channels({ video, hasAudio }: SequenceFile): string {
  if (!video) return 'AA';
  return hasAudio ? 'AA/V' : 'V';
}

function comment(text: string): string {
  const line = oneLine(text);
  return line.length <= MAX_COMMENT ? line : `${line.slice(0, MAX_COMMENT - 1).toWellFormed()}…`;
}
