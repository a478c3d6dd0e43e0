import { clockRange } from '../../base/time.ts';
import type { PublicReport } from '../../contract/sharing/shared-reports.ts';
import { createElement } from './element.ts';
import { position } from './position.ts';
import { t } from './text.ts';

/** Plays from a time in seconds; null if the file is missing. */
export type Seek = ((seconds: number) => void) | null;

/** Creates a titled section of the page. */
export function createSection(name: string, title: string, ...content: HTMLElement[]): HTMLElement {
  return createElement(
    'section',
    { class: name, attributes: { 'aria-label': title } },
    createElement('h2', {}, title),
    ...content,
  );
}

/** Creates a row that plays from a time. */
function createRow(onSeek: Seek, time: number, ...content: (Node | string | null)[]): HTMLElement {
  if (!onSeek) return createElement('div', { class: 'row' }, ...content);
  return createElement(
    'button',
    { class: 'row', attributes: { type: 'button' }, on: { click: () => onSeek(time) } },
    ...content,
  );
}

/** URL of the saved frame at a time, or of the nearest to it. */
function stillUrl(report: PublicReport, seconds: number, isNear = false): string {
  return report.still_url.replace('{ms}', `${isNear ? 'near/' : ''}${Math.round(seconds * 1000)}`);
}

/** Creates the list of moments; null without moments. */
export function createMoments(report: PublicReport, onSeek: Seek): HTMLElement | null {
  if (report.moments.length === 0) return null;
  const rows = report.moments.map(({ title, start_time, end_time, tags }) => {
    const facts = [clockRange(start_time, end_time ?? start_time), ...tags].join(' · ');
    const still =
      report.thumbnail_url === null
        ? null
        : createElement('img', {
            class: 'still',
            attributes: { alt: '', loading: 'lazy', decoding: 'async', src: stillUrl(report, start_time, true) },
            on: { error: (event) => (event.currentTarget as HTMLElement).remove() },
          });
    const text = createElement(
      'span',
      { class: 'words' },
      createElement('span', { class: 'content strong', attributes: { dir: 'auto' } }, title),
      createElement('span', { class: 'kind', attributes: { dir: 'auto' } }, facts),
    );
    return createElement('li', {}, createRow(onSeek, start_time, still, text));
  });
  return createSection('marked', t('moments'), createElement('ol', {}, ...rows));
}

/** Creates the list of chapters; null if there are fewer than two. */
export function createChapters({ segments }: PublicReport, onSeek: Seek): HTMLElement | null {
  const chapters = segments.filter(({ module }) => module === 'chapters');
  if (chapters.length < 2) return null;
  const rows = chapters.map(({ content, start_time }) => {
    const time = createElement('span', { class: 'time' }, position(start_time));
    const title = createElement('span', { class: 'words', attributes: { dir: 'auto' } }, content);
    return createElement('li', {}, createRow(onSeek, start_time, time, title));
  });
  return createSection('chapters', t('chapters'), createElement('ol', {}, ...rows));
}

/** Creates the contact sheet: the frame of each shot with its time; null if none was saved. */
export function createShots(report: PublicReport, onSeek: Seek): HTMLElement | null {
  const frames = report.segments.flatMap(({ module, content, start_time, data }) => {
    if (module !== 'scenes' || data?.still_time === undefined) return [];
    const frame = createElement(onSeek ? 'button' : 'span', {
      class: 'frame',
      attributes: { title: content, ...(onSeek && { type: 'button' }) },
      on: { click: () => onSeek?.(start_time) },
    });
    frame.append(
      createElement('img', {
        attributes: { alt: content, loading: 'lazy', decoding: 'async', src: stillUrl(report, data.still_time) },
        // A still that wasn't saved leaves no gap.
        on: { error: () => frame.remove() },
      }),
      createElement('span', { class: 'at' }, position(start_time)),
    );
    return [frame];
  });
  if (frames.length === 0) return null;
  return createSection('shots', t('shots'), createElement('div', { class: 'frames' }, ...frames));
}
