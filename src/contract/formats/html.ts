import { formatClock, formatLasting } from '../../base/time.ts';
import type { Manifest } from '../evidence/manifest.ts';
import { type ManifestWords, manifestSectionHtml } from '../evidence/report-section.ts';
import { MODULE_NAMES, type ModuleName } from '../module-catalog.ts';
import { moduleHue } from '../module-display.ts';
import type { Results } from '../results.ts';
import type { Segment } from '../segment.ts';
import { talkTimes } from '../transcript/talk-time.ts';
import { coverHtml, momentHtml, type ReportMoment, transcriptHtml } from './html-parts.ts';
import { HTML_STYLE } from './html-style.ts';
import { escapeMarkup } from './markers.ts';

/** Input of a report besides the findings. */
export interface HtmlReportParts {
  /** BCP 47, such as `en`. */
  language: string;
  /** Pictures to embed, as `data:` addresses by time in whole milliseconds. */
  stills: ReadonlyMap<number, string>;
  nameOf(module: ModuleName): string;
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
    contents: string;
    transcript: string;
    moments: string;
    findings: string;
  };
  /** Moments in time order; their times count as those of the results. */
  moments?: readonly ReportMoment[];
  /** Signed reports only; with texts in the language of the report. */
  manifest?: { facts: Manifest; words: ManifestWords } | undefined;
}

/**
 * A report in one file that opens from disk, in any browser, and prints: a cover with key frames and summary, contents, the
 * transcript, moments, and all findings. It holds no script and may load nothing (its own content security policy enforces it);
 * the filters are checkboxes and style. Everything from the video is escaped.
 */
export function toHtml(results: Results, parts: HtmlReportParts): string {
  const { language, stills, words, manifest, moments = [] } = parts;
  const modules = MODULE_NAMES.filter((name) => results.segments.some((segment) => segment.module === name));
  const name = escapeMarkup(results.video_name);
  const of = (module: ModuleName) => results.segments.filter((segment) => segment.module === module);
  const [lines, chapters, [summary]] = [of('transcription'), of('chapters'), of('summary')];
  const hues = modules.map((module) => `.${module}{--hue:${moduleHue(module)}}`);
  const hide = modules.map((module) => `body:has(#show-${module}:not(:checked)) li.${module}{display:none}`);
  const speakers = talkTimes(results.segments).map(
    ({ name: who, seconds, share }) => `${who} ${formatLasting(seconds, language)} (${Math.round(share * 100)}%)`,
  );
  const speakersLine = speakers.length > 0 ? `\n<p dir="auto">${escapeMarkup(speakers.join(' · '))}</p>` : '';
  const about = summary ? `\n<p class="about" dir="auto">${escapeMarkup(summary.content)}</p>` : '';
  const inOrder = [...stills].sort(([a], [b]) => a - b);
  const sections = [
    ...(lines.length > 0
      ? [
          section(
            'transcript',
            words.transcript,
            transcriptHtml(lines, chapters, (at) => `chapter-${at + 1}`),
          ),
        ]
      : []),
    ...(moments.length > 0
      ? [section('moments', words.moments, moments.map((one) => momentHtml(one, nearest(inOrder, one))).join('\n'))]
      : []),
    section('findings', words.findings, findingsHtml(results, modules, parts, lines.length > 0)),
  ];
  return `<!doctype html>
<html lang="${escapeMarkup(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>${HTML_STYLE}${hues.join('')}${hide.join('')}</style>
</head>
<body>
<header>
<p>${escapeMarkup(words.report)}</p>
<h1 dir="auto">${name}</h1>
<p>${escapeMarkup(words.length)} ${formatClock(results.duration)}</p>${speakersLine}
${coverHtml(inOrder.map(([, still]) => still))}${about}
</header>
${contentsHtml(parts, chapters, { hasTranscript: lines.length > 0, hasMoments: moments.length > 0 })}
${sections.join('\n')}${manifest ? `\n${manifestSectionHtml(manifest.facts, manifest.words)}` : ''}
</body>
</html>
`;
}

function section(id: string, title: string, content: string): string {
  return `<section id="${id}"><h2>${escapeMarkup(title)}</h2>\n${content}\n</section>`;
}

/** Links to the sections, and to the chapters of the transcript. */
function contentsHtml(
  { words }: HtmlReportParts,
  chapters: readonly Segment[],
  { hasTranscript, hasMoments }: { hasTranscript: boolean; hasMoments: boolean },
): string {
  const link = (id: string, title: string, time?: number) =>
    `<li${time === undefined ? ' class="part"' : ''}><a href="#${id}" dir="auto">${escapeMarkup(title)}</a>${time === undefined ? '' : `<span>${formatClock(time)}</span>`}</li>`;
  const rows = [
    ...(hasTranscript
      ? [
          link('transcript', words.transcript),
          ...chapters.map(({ content, start_time }, at) => link(`chapter-${at + 1}`, content, start_time)),
        ]
      : []),
    ...(hasMoments ? [link('moments', words.moments)] : []),
    link('findings', words.findings),
  ];
  const title = escapeMarkup(words.contents);
  return rows.length < 2 ? '' : `<nav aria-label="${title}"><h2>${title}</h2><ul>${rows.join('')}</ul></nav>`;
}

/** All findings in time order with filters. @param hasTranscript hides its lines, which stand above, until they are chosen */
function findingsHtml(
  results: Results,
  modules: readonly ModuleName[],
  { stills, nameOf, words }: HtmlReportParts,
  hasTranscript: boolean,
): string {
  const filters = modules.map(
    (module) =>
      `<label class="${module}"><input type="checkbox" id="show-${module}"${hasTranscript && module === 'transcription' ? '' : ' checked'}> ${escapeMarkup(nameOf(module))}</label>`,
  );
  const citationOf = ({ citation }: Segment) =>
    citation === undefined
      ? ''
      : `<details class="cite"><summary>${escapeMarkup(words.citation)}</summary><code>${escapeMarkup(citation)}</code></details>`;
  const rows = results.segments.map((segment) => {
    const still = stills.get(Math.round((segment.data?.still_time ?? Number.NaN) * 1000));
    return [
      `<li class="${segment.module}">`,
      `<time>${formatClock(segment.start_time)}</time>`,
      `<div><small>${escapeMarkup(segment.data?.speaker ?? nameOf(segment.module))}</small><p dir="auto">${escapeMarkup(segment.content)}</p>${citationOf(segment)}</div>`,
      still === undefined ? '' : `<img alt="" src="${escapeMarkup(still)}">`,
      '</li>',
    ].join('');
  });
  return `<fieldset><legend>${escapeMarkup(words.show)}</legend>${filters.join('')}</fieldset>
<ol>
${rows.join('\n')}
</ol>`;
}

/** The last frame at or before the start of a moment, or else the first one in it. @param stills by milliseconds, ascending */
function nearest(stills: readonly (readonly [number, string])[], moment: ReportMoment): string | undefined {
  const start = moment.start_time * 1000;
  const end = (moment.end_time ?? moment.start_time) * 1000;
  return stills.findLast(([ms]) => ms <= start)?.[1] ?? stills.find(([ms]) => ms <= end)?.[1];
}
