import { formatPosition } from '../../base/time.ts';
import type { Results } from '../../contract/analysis/results.ts';
import { type Marker, markersOf } from './markers.ts';

/** Seconds that a YouTube chapter must last at least. */
const YOUTUBE_SECONDS_MIN = 10;
const YOUTUBE_PARTS_MIN = 3;

/** The parts of the video: its chapters; where there are none, its shots. In time order, without gaps. */
function partsOf(results: Results): Marker[] {
  const markers = markersOf(results);
  const chapters = markers.filter((marker) => marker.kind === 'chapters');
  const parts = chapters.length > 0 ? chapters : markers.filter((marker) => marker.kind === 'scenes');
  // Of parts that begin together, all but the last would be empty, which players refuse.
  return parts
    .map((part, index) => ({ ...part, end: parts[index + 1]?.start ?? Math.max(results.duration, part.end) }))
    .filter(({ start, end }) => Math.round(start * 1000) < Math.round(end * 1000));
}

/**
 * Lines for the description of a YouTube video. Parts that are too short join the one before them. Empty if fewer than
 * {@link YOUTUBE_PARTS_MIN} remain, which YouTube ignores.
 */
export function toYouTubeChapters(results: Results): string {
  const kept: Marker[] = [];
  for (const part of partsOf(results)) {
    const last = kept.at(-1);
    if (last && part.start - last.start < YOUTUBE_SECONDS_MIN) continue;
    kept.push(last ? part : { ...part, start: 0 });
  }
  while (kept.length > 1 && results.duration - kept.at(-1)!.start < YOUTUBE_SECONDS_MIN) kept.pop();
  if (kept.length < YOUTUBE_PARTS_MIN) return '';
  return kept.map(({ start, name }) => `${formatPosition(start)} ${name.replace(/[<>]/g, '')}\n`).join('');
}

/** FFmpeg's metadata file (ffmpeg-formats, section Metadata): `ffmpeg -i in.mp4 -i chapters.txt -map_metadata 1 …`. */
export function toFfMetadata(results: Results): string {
  const chapters = partsOf(results).map(({ start, end, name }) =>
    [
      '[CHAPTER]',
      'TIMEBASE=1/1000',
      `START=${Math.round(start * 1000)}`,
      `END=${Math.round(end * 1000)}`,
      `title=${escaped(name)}`,
      '',
    ].join('\n'),
  );
  return [';FFMETADATA1', `title=${escaped(results.video_name)}`, '', ...chapters].join('\n');
}

/** `=`, `;`, `#`, `\` and line breaks are escaped by a backslash. */
function escaped(text: string): string {
  return text.replace(/[=;#\\\n]/g, (sign) => `\\${sign}`);
}
