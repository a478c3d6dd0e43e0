import { formatClock, formatLasting } from '../../base/time.ts';
import { visibleControls } from '../../base/visible-controls.ts';
import { MODULE_NAMES, type ModuleName } from '../../contract/analysis/module-catalog.ts';
import type { Results } from '../../contract/analysis/results.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import type { Manifest } from '../../contract/evidence/manifest.ts';
import { manifestSectionMarkdown } from '../evidence/report-section.ts';
import { moduleTexts } from '../modules/module-display.ts';
import { markdownText } from '../texts/markdown.ts';
import { speakerText } from '../transcript/speaker-text.ts';
import { talkTimes } from '../transcript/talk-time.ts';
import { coverageText, trackLines } from './media-lines.ts';

const CITATIONS_NOTE =
  'Each finding has a citation, which Reelscope checks against its library: `POST /api/citations/verify`.';

/** Types that a reader begins with. */
const READ_FIRST: ReadonlySet<ModuleName> = new Set(['summary', 'chapters', 'transcription']);

/**
 * A report for people, in the order of the other reports: summary, moments, chapters, speakers, transcript, and then a
 * heading for each other module with findings, and under it a line for each segment. Citations are footnotes.
 * @param manifest of a report to be signed
 */
export function toMarkdown(results: Results, manifest?: Manifest): string {
  const notes: string[] = [];
  const noteOf = ({ citation }: Segment): string => {
    if (citation === undefined) return '';
    notes.push(`[^${notes.length + 1}]: \`${citation}\``);
    return `[^${notes.length}]`;
  };
  const section = (module: ModuleName): string[] => {
    const segments = results.segments.filter((segment) => segment.module === module);
    const lines = segments.map(
      (segment) =>
        `- **[${formatClock(segment.start_time)}]** ${speakerOf(segment)}${plain(segment.content)}${noteOf(segment)}`,
    );
    return lines.length === 0 ? [] : [`## ${moduleTexts(module).title}`, lines.join('\n')];
  };
  const parts = [
    `# ${plain(results.video_name)}`,
    `${lengthOf(results)}${missingOf(results)}`,
    ...section('summary'),
    ...momentsOf(results),
    ...section('chapters'),
    ...speakersOf(results),
    ...section('transcription'),
    ...MODULE_NAMES.filter((module) => !READ_FIRST.has(module)).flatMap(section),
    ...tracksOf(results),
  ];
  if (notes.length > 0) parts.push('## Citations', CITATIONS_NOTE, notes.join('\n'));
  if (manifest) parts.push(manifestSectionMarkdown(manifest, plain));
  return `${parts.join('\n\n')}\n`;
}

function momentsOf({ moments = [] }: Results): string[] {
  const lines = moments.map(({ start_time, title, note, tags }) => {
    const more = [plain(markdownText(note)), ...tags.map((tag) => `#${plain(tag)}`)].filter(Boolean).join(' ');
    return `- **[${formatClock(start_time)}]** ${plain(title)}${more === '' ? '' : ` — ${more}`}`;
  });
  return lines.length === 0 ? [] : ['## Moments', lines.join('\n')];
}

function speakersOf({ segments }: Results): string[] {
  const lines = talkTimes(segments).map(
    ({ name, seconds, share }) =>
      `- ${plain(speakerText(name))}: ${formatLasting(seconds)} (${Math.round(share * 100)}%)`,
  );
  return lines.length === 0 ? [] : ['## Speakers', lines.join('\n')];
}

/** Tracks of the file with their use by the analysis, if there are several. */
function tracksOf({ tracks }: Results): string[] {
  const lines = tracks ? trackLines(tracks, tracks.use) : [];
  return lines.length < 2 ? [] : ['## Tracks', lines.map(({ name, text }) => `- ${name}: ${plain(text)}`).join('\n')];
}

/** Modules that have not analyzed all of the video, so that an absence of findings is not read as a result. */
function missingOf({ analysis = [] }: Results): string {
  const missing = analysis.filter(({ status }) => status !== 'completed');
  const named = missing.map((one) => {
    const { title } = moduleTexts(one.module);
    return one.status === 'not_run' ? title : `${title} (${coverageText(one)})`;
  });
  return missing.length === 0 ? '' : ` Not analyzed in full: ${named.join(', ')}.`;
}

function lengthOf({ duration, start_timecode }: Results): string {
  const start = start_timecode ? ` Start timecode ${start_timecode.timecode}.` : '';
  return `Length ${formatClock(duration)}.${start}`;
}

const speakerOf = ({ data }: Segment): string =>
  data?.speaker === undefined ? '' : `${plain(speakerText(data.speaker))}: `;

/** Text from a video is text, neither markup nor names of characters (`&lt;`); in one line. */
export function plain(text: string): string {
  return (
    visibleControls(text)
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[\\`*_{}[\]<>#|~]|&(?=#?\w+;)/g, (mark) => `\\${mark}`)
      // An escaped comment could still be taken for that of the signature.
      .replaceAll('\\<!--', '&lt;!--')
  );
}
