import { formatTimecode } from '../../base/time.ts';
import type { Results } from '../../contract/analysis/results.ts';
import { type Cue, cuesOf } from './cues.ts';

/**
 * SubRip: numbered cues, comma before the milliseconds, CRLF as players on Windows expect. It has no markup for
 * speakers, so that the text of a turn begins with the name if there are several. It has no escapes either: readers
 * take any line with an arrow between times for the start of a cue. Empty without speech.
 */
export function toSrt(results: Results): string {
  const speakers = new Set(results.transcription?.map(({ data }) => data?.speaker));
  return cues(results, speakers.size > 1)
    .map(
      (cue, index) =>
        `${index + 1}\r\n${formatTimecode(cue.from, ',')} --> ${formatTimecode(cue.to, ',')}\r\n${cue.lines.join('\r\n').replaceAll('-->', '→')}\r\n\r\n`,
    )
    .join('');
}

/** WebVTT (W3C). `&`, `<` and `>` are markup there, and `-->` may not stand in a cue. */
export function toVtt(results: Results): string {
  const inCue = (line: string) => line.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const voice = ({ speaker }: Cue) => (speaker === undefined ? '' : `<v ${inCue(speaker)}>`);
  const body = cues(results).map(
    (cue) =>
      `${formatTimecode(cue.from, '.')} --> ${formatTimecode(cue.to, '.')}\n${voice(cue)}${cue.lines.map(inCue).join('\n')}\n\n`,
  );
  return `WEBVTT\n\n${body.join('')}`;
}

/** Whether results have speech, without which there are no subtitles. */
export function hasSubtitles({ transcription }: Results): boolean {
  return transcription !== undefined && transcription.length > 0;
}

function cues({ transcription = [], duration }: Results, hasNames = false): Cue[] {
  return cuesOf(transcription, { hasNames, duration });
}
