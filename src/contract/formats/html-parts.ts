import { formatClock } from '../../base/time.ts';
import type { Moment } from '../moments.ts';
import type { Segment } from '../segment.ts';
import { readParagraphs } from '../transcript/paragraphs.ts';
import { COVER_ROW, coverFrames } from './cover-frames.ts';
import { markdownHtml } from './markdown-html.ts';
import { escapeMarkup } from './markers.ts';

/** A moment of a video as its report shows it. */
export type ReportMoment = Pick<Moment, 'start_time' | 'end_time' | 'title' | 'note' | 'tags'>;

/** Row of key frames. @param stills `data:` addresses in time order */
export function coverHtml(stills: readonly string[]): string {
  if (stills.length === 0) return '';
  const images = coverFrames(stills.length).map((at) => `<img alt="" src="${escapeMarkup(stills[at]!)}">`);
  return `<div class="cover of${Math.min(images.length, COVER_ROW)}" aria-hidden="true">${images.join('')}</div>`;
}

/** The transcript in paragraphs, under the titles of its chapters. @param anchorOf id of a chapter's heading */
export function transcriptHtml(
  lines: readonly Segment[],
  chapters: readonly Segment[],
  anchorOf: (chapter: number) => string,
): string {
  const starts = chapters.map(({ start_time }) => start_time);
  let shown = 0;
  const body = readParagraphs(lines, starts).map(({ start, speaker, text }) => {
    const headings: string[] = [];
    for (let chapter = chapters[shown]; chapter && chapter.start_time <= start; chapter = chapters[shown]) {
      headings.push(`<h3 id="${anchorOf(shown)}" dir="auto">${escapeMarkup(chapter.content)}</h3>`);
      shown += 1;
    }
    const who = speaker === undefined ? '' : `<b>${escapeMarkup(speaker)}</b> `;
    return `${headings.join('')}<p dir="auto" class="said"><time>${formatClock(start)}</time>${who}${escapeMarkup(text)}</p>`;
  });
  return body.join('\n');
}

/** Formats a range as `0:03–0:07`; one within a second as `0:03`. */
export function clockRange(start: number, end: number): string {
  const [from, to] = [formatClock(start), formatClock(end)];
  return from === to ? from : `${from}–${to}`;
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
