import { formatClock, formatLasting } from '../../base/time.ts';
import { MODULE_NAMES, type ModuleName } from '../../contract/analysis/module-catalog.ts';
import type { Results } from '../../contract/analysis/results.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import type { Manifest } from '../../contract/evidence/manifest.ts';
import { type ManifestWords, manifestSectionHtml } from '../evidence/report-section.ts';
import { moduleHue } from '../modules/module-display.ts';
import { speakerText } from '../transcript/speaker-text.ts';
import { talkTimes } from '../transcript/talk-time.ts';
import { htmlDocument } from './html-document.ts';
import { chaptersHtml, contactSheetHtml, momentHtml, type ReportMoment, transcriptHtml } from './html-parts.ts';
import { HTML_STYLE } from './html-style.ts';
import { escapeMarkup } from './markers.ts';
import { nearestFrame } from './nearest-frame.ts';

/** Input of a report besides the findings. */
export interface HtmlReportParts {
  /** BCP 47, such as `en`. */
  language: string;
  /** Pictures to embed, as `data:` addresses by time in whole milliseconds. */
  stills: ReadonlyMap<number, string>;
  moduleName(module: ModuleName): string;
  words: {
    /** Such as “Report of Reelscope”. */
    report: string;
    /** Before the length. */
    length: string;
    /** Over the filters. */
    show: string;
    /** Label of the ID by which a finding can be cited. */
    citation: string;
    /** Titles of the sections. */
    moments: string;
    chapters: string;
    transcript: string;
    shots: string;
    findings: string;
  };
  /** Moments in time order; their times count as those of the results. */
  moments?: readonly ReportMoment[];
  /** Signed reports only; with texts in the language of the report. */
  manifest?: { facts: Manifest; words: ManifestWords } | undefined;
}

/**
 * A report in one file that opens from disk, in any browser, and prints: summary, moments, chapters, transcript, and
 * shots as a contact sheet; the list of all findings is folded at its end, and printed only if it is open. It holds no
 * script and may load nothing (its own content security policy enforces it); the filters are checkboxes and style.
 * Everything from the video is escaped.
 */
export function toHtml(results: Results, parts: HtmlReportParts): string {
  const { language, manifest } = parts;
  const modules = MODULE_NAMES.filter((name) => results.segments.some((segment) => segment.module === name));
  const hues = modules.map((module) => `.${module}{--hue:${moduleHue(module)}}`);
  const hide = modules.map((module) => `body:has(#show-${module}:not(:checked)) li.${module}{display:none}`);
  const body = [
    headerHtml(results, parts),
    ...sectionsHtml(results, parts),
    findingsHtml(results, modules, parts),
    ...(manifest ? [manifestSectionHtml(manifest.facts, manifest.words)] : []),
  ];
  const style = `${HTML_STYLE}${hues.join('')}${hide.join('')}`;
  return htmlDocument({ title: results.video_name, language, style, body: body.join('\n') });
}

/** Name and length of the video, its speakers, and its summary. */
function headerHtml({ video_name, duration, segments }: Results, { words, language }: HtmlReportParts): string {
  const summary = segments.find(({ module }) => module === 'summary');
  const speakers = talkTimes(segments).map(
    ({ name: who, seconds, share }) =>
      `${speakerText(who, language)} ${formatLasting(seconds, language)} (${Math.round(share * 100)}%)`,
  );
  return [
    `<header>\n<p>${escapeMarkup(words.report)}</p>`,
    `<h1 dir="auto">${escapeMarkup(video_name)}</h1>`,
    `<p>${escapeMarkup(words.length)} ${formatClock(duration)}</p>`,
    ...(speakers.length > 0 ? [`<p dir="auto">${escapeMarkup(speakers.join(' · '))}</p>`] : []),
    ...(summary ? [`<p class="about" dir="auto">${escapeMarkup(summary.content)}</p>`] : []),
    '</header>',
  ].join('\n');
}

/** The sections that the video has something for. */
function sectionsHtml(results: Results, { stills, words, language, moments = [] }: HtmlReportParts): string[] {
  const of = (module: ModuleName) => results.segments.filter((segment) => segment.module === module);
  const [lines, chapters] = [of('transcription'), of('chapters')];
  const anchorOf = (at: number) => `chapter-${at + 1}`;
  const scenes = of('scenes');
  const frameOf = ({ start_time }: ReportMoment): string | undefined => {
    const shot = scenes.findLast((each) => each.start_time <= start_time && each.end_time > start_time);
    const span = shot && { startTime: shot.start_time, endTime: shot.end_time };
    return stills.get(nearestFrame([...stills.keys()], start_time * 1000, span) ?? Number.NaN);
  };
  const shots = scenes.flatMap((segment) => {
    const still = stillOf(segment, stills);
    return still === undefined ? [] : [{ segment, still }];
  });
  const sections = [
    ['moments', words.moments, moments.map((one) => momentHtml(one, frameOf(one))).join('\n')],
    ['chapters', words.chapters, chaptersHtml(chapters, lines.length > 0 ? anchorOf : undefined)],
    ['transcript', words.transcript, transcriptHtml(results.segments, anchorOf, language)],
    ['shots', words.shots, contactSheetHtml(shots)],
  ] as const;
  return sections.flatMap(([id, title, content]) =>
    content === '' ? [] : [`<section id="${id}"><h2>${escapeMarkup(title)}</h2>\n${content}\n</section>`],
  );
}

/** The saved frame of a finding, as a `data:` address. */
function stillOf({ data }: Segment, stills: HtmlReportParts['stills']): string | undefined {
  return stills.get(Math.round((data?.still_time ?? Number.NaN) * 1000));
}

/** All findings in time order with filters, folded. Frames of shots are in the contact sheet. */
function findingsHtml(
  results: Results,
  modules: readonly ModuleName[],
  { stills, moduleName, words }: HtmlReportParts,
): string {
  const filters = modules.map(
    (module) =>
      `<label class="${module}"><input type="checkbox" id="show-${module}" checked> ${escapeMarkup(moduleName(module))}</label>`,
  );
  const citationOf = ({ citation }: Segment) =>
    citation === undefined
      ? ''
      : `<details class="cite"><summary>${escapeMarkup(words.citation)}</summary><code>${escapeMarkup(citation)}</code></details>`;
  const rows = results.segments.map((segment) => {
    const still = segment.module === 'scenes' ? undefined : stillOf(segment, stills);
    return [
      `<li class="${segment.module}">`,
      `<time>${formatClock(segment.start_time)}</time>`,
      `<div><small>${escapeMarkup(segment.data?.speaker ?? moduleName(segment.module))}</small><p dir="auto">${escapeMarkup(segment.content)}</p>${citationOf(segment)}</div>`,
      still === undefined ? '' : `<img alt="" src="${escapeMarkup(still)}">`,
      '</li>',
    ].join('');
  });
  const title = `${escapeMarkup(words.findings)} (${results.segments.length})`;
  return `<details id="findings"><summary><h2>${title}</h2></summary>
<fieldset><legend>${escapeMarkup(words.show)}</legend>${filters.join('')}</fieldset>
<ol>
${rows.join('\n')}
</ol>
</details>`;
}
