import { formatTimecode } from '../../../base/time.ts';
import { csvFile, csvOf } from '../csv.ts';
import { plain } from '../markdown.ts';
import { isChapter, oneLine } from '../markers.ts';
import { startAt, timecode } from '../timecode.ts';
import { startOf } from './edl.ts';
import { type PlacedClip, placeClips, type Sequence, type SequenceSettings } from './sequence.ts';

/** A part of a sequence. Timecodes as `HH:MM:SS:FF`, at the rate of the sequence. */
interface Shot {
  number: number;
  /** Of the part of the sequence that begins here; empty otherwise. */
  heading: string;
  title: string;
  note: string;
  tags: readonly string[];
  video: string;
  job_id: string;
  /** Seconds in the video. */
  start_time: number;
  end_time: number;
  /** Timecode of the file; empty if it states none. */
  source_in: string;
  source_out: string;
  record_in: string;
  record_out: string;
}

/** A sequence as CSV: a row per part, with its timecode in the file and in the sequence. */
export function sequenceToCsv(sequence: Sequence, settings: SequenceSettings): string {
  const header = [
    'number',
    'heading',
    'title',
    'note',
    'tags',
    'video',
    'job_id',
    'start_time',
    'end_time',
    'source_in',
    'source_out',
    'record_in',
    'record_out',
  ];
  const rows = shotsOf(sequence, settings).map((shot) => [
    String(shot.number),
    shot.heading,
    shot.title,
    shot.note,
    shot.tags.join('; '),
    shot.video,
    shot.job_id,
    String(shot.start_time),
    String(shot.end_time),
    shot.source_in,
    shot.source_out,
    shot.record_in,
    shot.record_out,
  ]);
  return csvFile(csvOf([header, ...rows]));
}

/** The same as JSON, with the rate of the sequence. */
export function sequenceToJson(sequence: Sequence, settings: SequenceSettings): string {
  const { num, den, drop } = settings.rate;
  const frame_rate = Math.round((num / den) * 1000) / 1000;
  const shots = shotsOf(sequence, settings);
  return `${JSON.stringify({ title: sequence.title, frame_rate, drop_frame: drop === true, shots }, null, 2)}\n`;
}

/** The same for people, in Markdown. */
export function sequenceToMarkdown(sequence: Sequence, settings: SequenceSettings): string {
  const parts = shotsOf(sequence, settings).flatMap((shot) => {
    const clock = [shot.start_time, shot.end_time].map((time) => formatTimecode(Math.round(time * 1000), '.'));
    const source = shot.source_in === '' ? '' : `; timecode ${shot.source_in}–${shot.source_out}`;
    return [
      ...(shot.heading === '' ? [] : [`## ${plain(shot.heading)}`]),
      `${shot.number}. **${plain(shot.title || shot.video)}** (${shot.record_in}): ${plain(shot.video)}, ${clock.join('–')}${source}`,
      ...[shot.note, shot.tags.map((tag) => `#${tag}`).join(' ')].filter(Boolean).map((text) => `   ${plain(text)}`),
    ];
  });
  return `${[`# ${plain(sequence.title)}`, ...parts].join('\n\n')}\n`;
}

function shotsOf(sequence: Sequence, settings: SequenceSettings): Shot[] {
  const { rate } = settings;
  const start = startOf(settings);
  return placeClips(sequence.clips, rate).map((clip, index) => {
    const { recordFrame, frames } = clip;
    const record = [recordFrame, recordFrame + frames].map((at) => timecode(start + at, rate));
    return {
      number: index + 1,
      ...factsOf(clip),
      ...sourceOf(clip, settings),
      record_in: record[0]!,
      record_out: record[1]!,
    };
  });
}

function factsOf(clip: PlacedClip): Omit<Shot, 'number' | 'source_in' | 'source_out' | 'record_in' | 'record_out'> {
  const { file, title, note, start: start_time, end: end_time, tags = [] } = clip;
  const heading = clip.markers.find(isChapter)?.markers[0].name ?? '';
  return { heading, title: oneLine(title), note, tags, video: file.name, job_id: file.jobId, start_time, end_time };
}

function sourceOf(
  { file, sourceFrame, frames }: PlacedClip,
  { rate }: SequenceSettings,
): Pick<Shot, 'source_in' | 'source_out'> {
  if (!file.start) return { source_in: '', source_out: '' };
  const first = startAt(file.start, rate);
  const [source_in, source_out] = [sourceFrame, sourceFrame + frames].map((at) =>
    timecode(first.frame + at, first.rate),
  );
  return { source_in: source_in!, source_out: source_out! };
}
