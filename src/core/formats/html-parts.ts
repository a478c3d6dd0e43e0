import { clockRange, formatClock } from '../../base/time.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import type { Moment } from '../../contract/search/moments.ts';
import { readTranscript } from '../transcript/paragraphs.ts';
import { speakerText } from '../transcript/speaker-text.ts';
import { markdownHtml } from './markdown-html.ts';
import { escapeMarkup } from './markers.ts';

/** A moment of a video as its report shows it. */
export type ReportMoment = Pick<Moment, 'start_time' | 'end_time' | 'title' | 'note' | 'tags'>;

/** A shot with its frame, as a `data:` address. */
export interface ReportShot {
  segment: Segment;
  still: string;
}

/** Shots as a grid of their frames with times; empty without frames. */
export function contactSheetHtml(shots: readonly ReportShot[]): string {
  const cells = shots.map(
    ({ segment: { content, start_time }, still }) =>
      `<figure><img alt="${escapeMarkup(content)}" title="${escapeMarkup(content)}" src="${escapeMarkup(still)}"><figcaption>${formatClock(start_time)}</figcaption></figure>`,
  );
  return cells.length === 0 ? '' : `<div class="sheet">${cells.join('')}</div>`;
}

/**
 * Titles of chapters with their times; empty without chapters. @param anchorOf id of a chapter's heading in the
 * transcript
 */
export function chaptersHtml(
  chapters: readonly Segment[],
  anchorOf: ((chapter: number) => string) | undefined,
): string {
  const rows = chapters.map(({ content, start_time }, at) => {
    const title = escapeMarkup(content);
    const name = anchorOf ? `<a href="#${anchorOf(at)}" dir="auto">${title}</a>` : `<span dir="auto">${title}</span>`;
    return `<li><time>${formatClock(start_time)}</time>${name}</li>`;
  });
  return rows.length === 0 ? '' : `<ul class="chapters">${rows.join('')}</ul>`;
}

/**
 * The transcript in paragraphs, under the titles of its chapters; empty without lines.
 * @param segments all findings @param anchorOf id of a chapter's heading
 */
export function transcriptHtml(
  segments: readonly Segment[],
  anchorOf: (chapter: number) => string,
  language: string,
): string {
  let shown = 0;
  const body = readTranscript(segments).map(({ start, speaker, text, chapters }) => {
    const headings = chapters.map(
      ({ content }) => `<h3 id="${anchorOf(shown++)}" dir="auto">${escapeMarkup(content)}</h3>`,
    );
    const who = speaker === undefined ? '' : `<b>${escapeMarkup(speakerText(speaker, language))}</b> `;
    return `${headings.join('')}<p dir="auto" class="said"><time>${formatClock(start)}</time>${who}${escapeMarkup(text)}</p>`;
  });
  return body.join('\n');
}

/** A moment with its note. @param still `data:` address of its frame */
export function momentHtml(moment: ReportMoment, still: string | undefined): string {
  const { start_time, end_time, title, note, tags } = moment;
  const times = clockRange(start_time, end_time ?? start_time);
  const names = tags.map(({ name }) => escapeMarkup(name)).join(', ');
  return [
    '<article>',
    still === undefined ? '' : `<img alt="" src="${escapeMarkup(still)}">`,
    `<div><h3 dir="auto">${escapeMarkup(title)}</h3><p class="facts">${times}${names === '' ? '' : ` · <span dir="auto">${names}</span>`}</p>`,
    note === '' ? '' : `<div class="note">${markdownHtml(note)}</div>`,
    '</div></article>',
  ].join('');
}
