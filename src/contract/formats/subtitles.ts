import type { Results } from '../results.ts';
import { type Cue, cuesOf } from './cues.ts';

/** A cue must last a moment to be shown, in milliseconds. */
const MIN_CUE_MS = 1;

/** SubRip: numbered cues, comma before the milliseconds, CRLF as players on Windows expect. */
export function toSrt(results: Results): string {
  return cues(results)
    .map(
      (cue, index) =>
        `${index + 1}\r\n${time(cue.from, ',')} --> ${time(cue.to, ',')}\r\n${cue.lines.join('\r\n')}\r\n\r\n`,
    )
    .join('');
}

/** WebVTT (W3C). `&`, `<` and `>` are markup there, and `-->` may not stand in a cue. */
export function toVtt(results: Results): string {
  const inCue = (line: string) => line.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const voice = ({ speaker }: Cue) => (speaker === undefined ? '' : `<v ${inCue(speaker)}>`);
  const body = cues(results).map(
    (cue) => `${time(cue.from, '.')} --> ${time(cue.to, '.')}\n${voice(cue)}${cue.lines.map(inCue).join('\n')}\n\n`,
  );
  return `WEBVTT\n\n${body.join('')}`;
}

/** Speech if there is any, divided as in subtitles; otherwise all selected findings. */
function cues(results: Results): Cue[] {
  const speech = results.transcription;
  if (speech && speech.length > 0) return cuesOf(speech);
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

function time(ms: number, separator: string): string {
  const pad = (value: number, width: number) => String(value).padStart(width, '0');
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  return `${pad(h, 2)}:${pad(m, 2)}:${pad(s, 2)}${separator}${pad(ms % 1000, 3)}`;
}
