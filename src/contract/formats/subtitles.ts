import { formatTimecode } from '../../base/time.ts';
import type { Results } from '../results.ts';
import { type Cue, cuesOf } from './cues.ts';

/** A cue must last a moment to be shown, in milliseconds. */
const MIN_CUE_MS = 1;

/**
 * SubRip: numbered cues, comma before the milliseconds, CRLF as players on Windows expect. It has no markup for speakers, so that
 * the text of a turn begins with the name if there are several.
 */
export function toSrt(results: Results): string {
  const speakers = new Set(results.transcription?.map(({ data }) => data?.speaker));
  return cues(results, speakers.size > 1)
    .map(
      (cue, index) =>
        `${index + 1}\r\n${formatTimecode(cue.from, ',')} --> ${formatTimecode(cue.to, ',')}\r\n${cue.lines.join('\r\n')}\r\n\r\n`,
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

/** Speech if there is any, divided as in subtitles; otherwise all selected findings. */
function cues(results: Results, hasNames = false): Cue[] {
  const speech = results.transcription;
  if (speech && speech.length > 0) return cuesOf(speech, hasNames);
  return results.segments.map((segment) => {
    const from = Math.round(segment.start_time * 1000);
    return {
      from,
      to: Math.max(Math.round(segment.end_time * 1000), from + MIN_CUE_MS),
      lines: lines(segment.content),
    };
  });
}

/** An empty line would end the cue. */
function lines(content: string): string[] {
  const kept = content
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return kept.length > 0 ? kept : ['…'];
}
