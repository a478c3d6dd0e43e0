import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import type { PublicReport } from '../../contract/sharing/shared-reports.ts';
import { moduleHue, moduleTexts } from '../../core/modules/module-display.ts';
import { speakerText } from '../../core/transcript/speaker-text.ts';
import { chainsOf, containsAny, markWords } from '../ui/lib/mark-words.ts';
import { createElement } from './element.ts';
import { position } from './position.ts';
import { language, t } from './text.ts';

/** Rows rendered at a time; a report may have 20,000. */
const PAGE = 200;

export interface Findings {
  root: HTMLElement;
  /** Highlights the findings at a time. */
  showTime(seconds: number): void;
}

/** Creates the folded list of all findings with search and filters; a click plays a finding. */
export function createFindings(report: PublicReport, onSeek: ((seconds: number) => void) | null): Findings {
  const segments = report.segments;
  let words: string[] = [];
  let kind: ModuleName | null = null;
  let shown: Segment[] = [];
  let rows: { segment: Segment; row: HTMLElement }[] = [];
  let playing = -1;

  const list = createElement('ol', { class: 'rows', attributes: { 'aria-label': t('findings') } });
  const more = createElement('div', { class: 'more' });
  const count = createElement('p', { class: 'count', attributes: { role: 'status' } });
  const box = createElement('input', {
    class: 'search',
    attributes: {
      type: 'search',
      'aria-label': t('searchFindings'),
      placeholder: t('searchFindings'),
      autocomplete: 'off',
    },
    on: { input: () => change({ words: chainsOf(box.value) }) },
  });
  const chip = (name: ModuleName | null) =>
    createElement(
      'button',
      {
        class: 'chip',
        attributes: { type: 'button', 'aria-pressed': String(name === kind) },
        style: name === null ? {} : { '--hue': moduleHue(name) },
        on: { click: () => change({ kind: name }) },
      },
      name !== null && createElement('span', { class: 'dot' }),
      name === null ? t('all') : moduleTexts(name, language).title,
    );
  const chips = [null, ...report.modules].map((name) => ({ name, button: chip(name) }));

  const append = (limit: number) => {
    const added = shown.slice(rows.length, rows.length + limit).map((segment) => ({
      segment,
      row: rowOf(report, segment, words, onSeek),
    }));
    rows = [...rows, ...added];
    list.append(...added.map(({ row }) => row));
    more.hidden = rows.length >= shown.length;
  };
  const change = (next: { words?: string[]; kind?: ModuleName | null }) => {
    words = next.words ?? words;
    kind = next.kind === undefined ? kind : next.kind;
    shown = segments.filter(
      (segment) => (kind === null || segment.module === kind) && (words.length === 0 || holdsAll(segment, words)),
    );
    rows = [];
    playing = -1;
    list.replaceChildren();
    for (const { name, button } of chips) button.setAttribute('aria-pressed', String(name === kind));
    count.textContent = t('found', { count: shown.length, all: segments.length });
    if (shown.length === 0) list.append(createElement('li', { class: 'none' }, t('none')));
    append(PAGE);
  };
  new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && append(PAGE), {
    rootMargin: '600px',
  }).observe(more);
  // Printed if it is open, with all rows.
  addEventListener('beforeprint', () => root.open && append(Number.POSITIVE_INFINITY));
  change({});

  const tools = createElement(
    'div',
    { class: 'tools' },
    createElement('div', { class: 'line' }, box, count),
    createElement(
      'div',
      { class: 'chips', attributes: { role: 'group', 'aria-label': t('kinds') } },
      ...chips.map(({ button }) => button),
    ),
  );
  const root = createElement(
    'details',
    { class: 'findings' },
    createElement('summary', {}, createElement('h2', {}, t('allFindings', { count: segments.length }))),
    tools,
    list,
    more,
  );
  return {
    root,
    showTime(seconds) {
      const now = boundariesBefore(rows, seconds);
      if (now === playing) return;
      playing = now;
      for (const { segment, row } of rows) {
        row.classList.toggle('now', segment.start_time <= seconds && seconds < segment.end_time);
      }
    },
  };
}

function rowOf(
  report: PublicReport,
  segment: Segment,
  words: readonly string[],
  onSeek: ((seconds: number) => void) | null,
): HTMLElement {
  const time = position(segment.start_time);
  const still = segment.data?.still_time;
  const content = markWords(segment.content, words).map((piece) =>
    piece.isMarked ? createElement('mark', {}, piece.text) : piece.text,
  );
  const inside = [
    createElement('span', { class: 'time' }, time),
    createElement('span', { class: 'dot' }),
    createElement(
      'span',
      { class: 'words' },
      createElement('span', { class: 'kind' }, kindOf(segment)),
      createElement('span', { class: 'content', attributes: { dir: 'auto' } }, ...content),
    ),
    still !== undefined &&
      createElement('img', {
        class: 'still',
        attributes: {
          alt: '',
          loading: 'lazy',
          decoding: 'async',
          src: report.still_url.replace('{ms}', String(Math.round(still * 1000))),
        },
        // Removes the placeholder of a still that wasn't saved.
        on: { error: (event) => (event.currentTarget as HTMLElement).remove() },
      }),
  ];
  const row = onSeek
    ? createElement(
        'button',
        {
          class: 'row',
          attributes: { type: 'button', title: t('play', { value: time }) },
          on: { click: () => onSeek(segment.start_time) },
        },
        ...inside,
      )
    : createElement('div', { class: 'row' }, ...inside);
  return createElement(
    'li',
    { class: 'item', attributes: { 'data-module': segment.module }, style: { '--hue': moduleHue(segment.module) } },
    row,
  );
}

/** Whether a finding contains every word in any form. */
function holdsAll(segment: Segment, words: readonly string[]): boolean {
  return words.every((word) => containsAny(segment.content, [word]));
}

/** Number of starts and ends before a time; the highlighted findings change only with it. */
function boundariesBefore(rows: readonly { segment: Segment }[], seconds: number): number {
  let changes = 0;
  for (const { segment } of rows) {
    if (segment.start_time <= seconds) changes++;
    if (segment.end_time <= seconds) changes++;
  }
  return changes;
}

/** Speaker of a line, or type of another finding. */
function kindOf({ module, data }: Segment): string {
  return data?.speaker === undefined ? moduleTexts(module, language).title : speakerText(data.speaker, language);
}
