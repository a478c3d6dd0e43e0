import { clockRange, formatClock } from '../../../base/time.ts';
import { manifestSectionHtml } from '../../../core/evidence/report-section.ts';
import { coverFrames } from '../../../core/formats/cover-frames.ts';
import { htmlDocument } from '../../../core/formats/html-document.ts';
import { markdownHtml } from '../../../core/formats/markdown-html.ts';
import { escapeMarkup } from '../../../core/formats/markers.ts';
import { manifestWords } from '../../exports/manifest-words.ts';
import type { ReportLanguage } from '../../exports/report-language.ts';
import { STORY_STYLE } from './html-style.ts';
import { citedLines, type ReportEntry, type ReportMoment, type ReportPicture, type StoryReport } from './report.ts';

/** Length of a moment's texts from which it may continue on the next page, in UTF-16 units. */
const LONG_MOMENT = 1500;
/** Number of moments from which a report has contents. */
const MIN_CONTENTS = 3;

/**
 * A story as one file that opens from disk, in any browser, and prints. It holds no script and may load nothing (its
 * own content security policy enforces it). Everything from videos and users is escaped. Pure.
 */
export function storyHtml(report: StoryReport, language: ReportLanguage): string {
  const { t } = language;
  const { entries, manifest, skipped } = report;
  const body = [
    header(report, t('kind'), coverPictures(entries)),
    contents(entries, language),
    `<main>${entries.map((entry, index) => entryHtml(entry, index, language)).join('\n')}</main>`,
    citations(entries, language),
    skipped > 0 ? `<p class="facts">${escapeMarkup(t('skipped', { count: skipped }))}</p>` : '',
    manifestSectionHtml(manifest, manifestWords(language)),
  ];
  return page(report.title, language, 'story', body);
}

/** The moments of a story as a grid of frames with their times. */
export function contactSheet(report: StoryReport, language: ReportLanguage): string {
  const cells = report.entries.map((entry) => {
    if (entry.kind === 'note') return '';
    if (entry.kind === 'heading') return `<h2 dir="auto">${escapeMarkup(entry.text)}</h2>`;
    const caption = `<figcaption><b dir="auto">${entry.number}. ${escapeMarkup(entry.title)}</b><br>${times(entry)}<br><span dir="auto">${escapeMarkup(entry.videoName)}</span></figcaption>`;
    return `<figure>${picture(entry.picture)}${caption}</figure>`;
  });
  const body = [
    header(report, language.t('contact-sheet')),
    `<main>${cells.join('\n')}</main>`,
    citations(report.entries, language),
  ];
  return page(report.title, language, 'sheet', body);
}

function page(title: string, { tag }: ReportLanguage, kind: 'story' | 'sheet', body: readonly string[]): string {
  return htmlDocument({ title, language: tag, style: STORY_STYLE, bodyClass: kind, body: body.join('\n') });
}

function header({ title, description, facts }: StoryReport, kind: string, pictures = ''): string {
  const about = description === '' ? '' : `<div class="about">${markdownHtml(description)}</div>`;
  return `<header><p class="kind">${escapeMarkup(kind)}</p><h1 dir="auto">${escapeMarkup(title)}</h1><p class="facts">${escapeMarkup(facts)}</p>${pictures}${about}</header>`;
}

/** Key frames of the cover: up to two rows, spread over the story. */
function coverPictures(entries: readonly ReportEntry[]): string {
  const stills = entries.flatMap((entry) => (entry.kind === 'moment' && entry.picture ? [entry.picture] : []));
  if (stills.length < 2) return '';
  const chosen = coverFrames(stills.length).map((at) => stills[at]!);
  return `<div class="cover${chosen.length === 2 ? ' two' : ''}" aria-hidden="true">${chosen.map(picture).join('')}</div>`;
}

/** Links to headings and moments; left out for a story that fits on a screen. */
function contents(entries: readonly ReportEntry[], { t }: ReportLanguage): string {
  if (entries.filter(({ kind }) => kind === 'moment').length < MIN_CONTENTS) return '';
  const rows = entries.map((entry, index) => {
    if (entry.kind === 'note') return '';
    const isHeading = entry.kind === 'heading';
    const name = isHeading ? entry.text : `${entry.number}. ${entry.title}`;
    const aside = isHeading ? '' : `<span>${times(entry)}</span>`;
    return `<li${isHeading ? ' class="part"' : ''}><a href="#${anchor(index)}" dir="auto">${escapeMarkup(name)}</a>${aside}</li>`;
  });
  return `<nav aria-label="${escapeMarkup(t('contents'))}"><h2>${escapeMarkup(t('contents'))}</h2><ol>${rows.join('')}</ol></nav>`;
}

function anchor(index: number): string {
  return `item-${index + 1}`;
}

function entryHtml(entry: ReportEntry, index: number, { t }: ReportLanguage): string {
  const id = anchor(index);
  if (entry.kind === 'heading') return `<h2 id="${id}" dir="auto">${escapeMarkup(entry.text)}</h2>`;
  if (entry.kind === 'note') return `<div class="note">${markdownHtml(entry.text)}</div>`;
  const tags = entry.tags.map(({ name, color }) => `<li class="${color}">${escapeMarkup(name)}</li>`);
  const lines = entry.transcript.map((line) => {
    const speaker = line.data?.speaker === undefined ? '' : `<b>${escapeMarkup(line.data.speaker)}</b> `;
    return `<p dir="auto"><time>${formatClock(entry.start + line.start_time)}</time> ${speaker}${escapeMarkup(line.content)}</p>`;
  });
  return [
    `<article id="${id}"${lines.join('').length + entry.note.length > LONG_MOMENT ? ' class="long"' : ''}>`,
    picture(entry.picture),
    '<div class="text">',
    `<h3 dir="auto">${entry.number}. ${escapeMarkup(entry.title)}</h3>`,
    `<p class="facts">${times(entry)} · <span dir="auto">${escapeMarkup(entry.videoName)}</span></p>`,
    tags.length > 0 ? `<ul class="tags">${tags.join('')}</ul>` : '',
    entry.note === '' ? '' : `<div class="note">${markdownHtml(entry.note)}</div>`,
    lines.length > 0
      ? `<section class="said" aria-label="${escapeMarkup(t('transcript'))}">${lines.join('')}</section>`
      : '',
    '</div>',
    '</article>',
  ].join('');
}

/** Citations of the lines, folded; in print they are left out, since they are for programs. */
function citations(entries: readonly ReportEntry[], { t }: ReportLanguage): string {
  const rows = citedLines(entries).map(
    ({ number, time, citation }) =>
      `<dt>${number} · ${formatClock(time)}</dt><dd><code>${escapeMarkup(citation)}</code></dd>`,
  );
  if (rows.length === 0) return '';
  return `<details class="citations"><summary>${escapeMarkup(t('citations'))}</summary><dl>${rows.join('')}</dl></details>`;
}

function times({ start, end }: ReportMoment): string {
  return clockRange(start, end);
}

function picture(still: ReportPicture | null): string {
  if (!still) return '';
  const { bytes, width, height } = still;
  return `<img alt="" width="${width}" height="${height}" src="data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}">`;
}
