import { formatPosition } from '../../base/time.ts';
import type { Manifest } from '../evidence/manifest.ts';
import { type ManifestWords, manifestSectionHtml } from '../evidence/report-section.ts';
import { MODULE_NAMES, type ModuleName } from '../module-catalog.ts';
import { moduleHue } from '../module-display.ts';
import type { Results } from '../results.ts';
import type { Segment } from '../segment.ts';
import { talkTimes } from '../transcript/talk-time.ts';
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
  };
  /** Signed reports only; with texts in the language of the report. */
  manifest?: { facts: Manifest; words: ManifestWords } | undefined;
}

/**
 * A report in one file that opens from disk, in any browser, and prints. It holds no script and may load nothing (its
 * own content security policy enforces it); the filters are checkboxes and style. Everything from the video is escaped.
 */
export function toHtml(results: Results, { language, stills, nameOf, words, manifest }: HtmlReportParts): string {
  const modules = MODULE_NAMES.filter((name) => results.segments.some((segment) => segment.module === name));
  const name = escapeMarkup(results.video_name);
  const filters = modules.map(
    (module) =>
      `<label class="${module}"><input type="checkbox" id="show-${module}" checked> ${escapeMarkup(nameOf(module))}</label>`,
  );
  const hues = modules.map((module) => `.${module}{--hue:${moduleHue(module)}}`);
  const hide = modules.map((module) => `body:has(#show-${module}:not(:checked)) li.${module}{display:none}`);
  const citationOf = ({ citation }: Segment) =>
    citation === undefined
      ? ''
      : `<details class="cite"><summary>${escapeMarkup(words.citation)}</summary><code>${escapeMarkup(citation)}</code></details>`;
  const rows = results.segments.map((segment) => {
    const still = stills.get(Math.round((segment.data?.still_time ?? Number.NaN) * 1000));
    return [
      `<li class="${segment.module}">`,
      `<time>${formatPosition(segment.start_time)}</time>`,
      `<div><small>${escapeMarkup(segment.data?.speaker ?? nameOf(segment.module))}</small><p dir="auto">${escapeMarkup(segment.content)}</p>${citationOf(segment)}</div>`,
      still === undefined ? '' : `<img alt="" src="${escapeMarkup(still)}">`,
      '</li>',
    ].join('');
  });
  const speakers = talkTimes(results.segments).map(
    ({ name: who, seconds, share }) => `${who} ${formatPosition(seconds)} (${Math.round(share * 100)}%)`,
  );
  const speakersLine = speakers.length > 0 ? `\n<p dir="auto">${escapeMarkup(speakers.join(' · '))}</p>` : '';
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
<p>${escapeMarkup(words.length)} ${formatPosition(results.duration)}</p>${speakersLine}
<fieldset><legend>${escapeMarkup(words.show)}</legend>${filters.join('')}</fieldset>
</header>
<ol>
${rows.join('\n')}
</ol>${manifest ? `\n${manifestSectionHtml(manifest.facts, manifest.words)}` : ''}
</body>
</html>
`;
}
