import { coverFrames } from '../../contract/formats/cover-frames.ts';
import type { PublicReport } from '../../contract/shared-reports.ts';
import { readParagraphs } from '../../contract/transcript/paragraphs.ts';
import { createElement } from './element.ts';
import { position } from './position.ts';
import { t } from './text.ts';

type Seek = ((seconds: number) => void) | null;

/** Creates the row of key frames, spread over the video; null if it has none. */
export function createFrames(report: PublicReport, onSeek: Seek): HTMLElement | null {
  const scenes = report.segments.filter(({ module }) => module === 'scenes');
  const times = [...new Set(scenes.flatMap(({ data }) => data?.still_time ?? []))].sort((a, b) => a - b);
  if (times.length < 2) return null;
  const frames = coverFrames(times.length).map((at) => frameOf(report, times[at]!, onSeek));
  return createElement('div', { class: 'frames' }, ...frames);
}

function frameOf(report: PublicReport, time: number, onSeek: Seek): HTMLElement {
  const frame = createElement(onSeek ? 'button' : 'span', {
    class: 'frame',
    attributes: onSeek ? { type: 'button', 'aria-label': t('play', { value: position(time) }) } : {},
    on: { click: () => onSeek?.(time) },
  });
  frame.append(
    createElement('img', {
      attributes: {
        alt: '',
        decoding: 'async',
        src: report.still_url.replace('{ms}', String(Math.round(time * 1000))),
      },
      // A still that wasn't saved leaves no gap.
      on: { error: () => frame.remove() },
    }),
    createElement('span', { class: 'at' }, position(time)),
  );
  return frame;
}

/** Creates the list of chapters; null if there are fewer than two. */
export function createChapters({ segments }: PublicReport, onSeek: Seek): HTMLElement | null {
  const chapters = segments.filter(({ module }) => module === 'chapters');
  if (chapters.length < 2) return null;
  const rows = chapters.map(({ content, start_time }) => {
    const inside = [
      createElement('span', { class: 'time' }, position(start_time)),
      createElement('span', { class: 'words', attributes: { dir: 'auto' } }, content),
    ];
    const row = onSeek
      ? createElement(
          'button',
          { class: 'row', attributes: { type: 'button' }, on: { click: () => onSeek(start_time) } },
          ...inside,
        )
      : createElement('div', { class: 'row' }, ...inside);
    return createElement('li', {}, row);
  });
  return createElement(
    'section',
    { class: 'chapters', attributes: { 'aria-label': t('contents') } },
    createElement('h2', {}, t('contents')),
    createElement('ol', {}, ...rows),
  );
}

/** Creates the transcript in paragraphs, for paper only: on screen, the findings follow playback. Null without speech. */
export function createPrintedTranscript({ segments }: PublicReport): HTMLElement | null {
  const lines = segments.filter(({ module }) => module === 'transcription');
  if (lines.length === 0) return null;
  const chapters = segments.filter(({ module }) => module === 'chapters');
  const paragraphs = readParagraphs(
    lines,
    chapters.map(({ start_time }) => start_time),
  ).map(({ start, speaker, text }) =>
    createElement(
      'p',
      { attributes: { dir: 'auto' } },
      createElement('span', { class: 'time' }, position(start)),
      speaker === undefined ? null : createElement('strong', {}, `${speaker} `),
      text,
    ),
  );
  return createElement('section', { class: 'printed' }, createElement('h2', {}, t('transcript')), ...paragraphs);
}
