import { presentationOf } from '../module-display.ts';
import type { Results } from '../results.ts';
import { canDrop, type FrameRate, frameAt, frameOfHour, timecode } from './frame-rate.ts';
import { type Marker, markersOf } from './markers.ts';

/** Timelines start at one hour. */
const START_HOURS = 1;

/**
 * Markers as an EDL: events of CMX 3600 of one frame each, followed by the comment in which DaVinci Resolve keeps
 * color, name and length in frames of a timeline marker. Timecode from 01:00:00:00, as new timelines have it; CRLF.
 * Each marker has a frame of its own: see {@link ownFrames}.
 */
export function toEdl(results: Results, rate: FrameRate): string {
  const start = frameOfHour(START_HOURS, rate);
  const events = ownFrames(markersOf(results), rate).map(({ marker, frame }, index) => {
    const length = Math.max(1, frameAt(marker.end, rate) - frameAt(marker.start, rate));
    const [from, to] = [timecode(start + frame, rate), timecode(start + frame + 1, rate)];
    const number = String(index + 1).padStart(3, '0');
    // `|` separates the fields of the comment.
    const name = marker.name.replaceAll('|', '/');
    return [
      `${number}  001      V     C        ${from} ${to} ${from} ${to}  `,
      ` |C:ResolveColor${presentationOf(marker.module).edlColor} |M:${name} |D:${length}`,
      '',
    ].join('\r\n');
  });
  const title = results.video_name.replace(/\s+/g, ' ');
  return [
    `TITLE: ${title}`,
    `FCM: ${rate.drop && canDrop(rate) ? 'DROP FRAME' : 'NON-DROP FRAME'}`,
    '',
    ...events,
    '',
  ].join('\r\n');
}

/**
 * Markers with their frames, in order. A timeline holds one marker per frame, and readers refuse events that overlap: the first
 * marker of a frame has it, and the others move to the next frame that no marker begins at. Pure.
 */
function ownFrames(markers: readonly Marker[], rate: FrameRate): { marker: Marker; frame: number }[] {
  const wanted = new Set(markers.map(({ start }) => frameAt(start, rate)));
  const placed: { marker: Marker; frame: number }[] = [];
  let free = 0;
  let last = -1;
  for (const marker of markers) {
    const frame = frameAt(marker.start, rate);
    free = Math.max(free, frame);
    if (frame === last) while (wanted.has(free)) free++;
    placed.push({ marker, frame: frame === last ? free++ : frame });
    last = frame;
  }
  return placed.sort((a, b) => a.frame - b.frame);
}
