import type { PublicReport } from '../../contract/sharing/shared-reports.ts';
import { readTranscript, type TranscriptParagraph } from '../../core/transcript/paragraphs.ts';
import { speakerText } from '../../core/transcript/speaker-text.ts';
import { chainsOf, containsAny, markWords } from '../ui/lib/mark-words.ts';
import { createElement } from './element.ts';
import { createSection, type Seek } from './overview.ts';
import { position } from './position.ts';
import { language, t } from './text.ts';

export interface Transcript {
  root: HTMLElement;
  /** Highlights the line that is spoken at a time. */
  showTime(seconds: number): void;
}

interface Paragraph extends TranscriptParagraph {
  root: HTMLElement;
  /** Elements of its lines. */
  spans: HTMLElement[];
}

/** Creates the transcript in paragraphs under its chapters, with search; a click plays a line. Null without speech. */
export function createTranscript({ segments }: PublicReport, onSeek: Seek): Transcript | null {
  const paragraphs = readTranscript(segments).map((paragraph) => createParagraph(paragraph, onSeek));
  if (paragraphs.length === 0) return null;
  const all = paragraphs.flatMap(({ lines: own, spans }) => own.map(({ line }, at) => ({ line, span: spans[at]! })));
  let playing = -1;

  const count = createElement('p', { class: 'count', attributes: { role: 'status' } });
  const box = createElement('input', {
    class: 'search',
    attributes: { type: 'search', 'aria-label': t('search'), placeholder: t('search'), autocomplete: 'off' },
    on: { input: () => search(chainsOf(box.value)) },
  });
  const titled = paragraphs.flatMap(({ chapters, root }) => [
    ...chapters.map(({ content }) => createElement('h3', { attributes: { dir: 'auto' } }, content)),
    root,
  ]);
  const body = createElement('div', { class: 'paragraphs' }, ...titled);
  const search = (words: readonly string[]) => {
    let found = 0;
    for (const { root, text, lines: own, spans } of paragraphs) {
      root.hidden = !words.every((word) => containsAny(text, [word]));
      if (!root.hidden) found += 1;
      for (const [at, span] of spans.entries()) span.replaceChildren(...marked(own[at]!.text, words));
    }
    body.classList.toggle('searched', words.length > 0);
    count.textContent = words.length === 0 ? '' : t('found', { count: found, all: paragraphs.length });
  };

  const tools = createElement('div', { class: 'line' }, box, count);
  return {
    root: createSection('transcript', t('transcript'), tools, body),
    showTime(seconds) {
      const now = all.findLastIndex(({ line }) => line.start_time <= seconds && seconds < line.end_time);
      if (now === playing) return;
      all[playing]?.span.classList.remove('now');
      all[now]?.span.classList.add('now');
      playing = now;
    },
  };
}

function createParagraph(paragraph: TranscriptParagraph, onSeek: Seek): Paragraph {
  const { start, speaker, lines } = paragraph;
  const time = position(start);
  const spans = lines.map(({ line, text }) =>
    createElement('span', { class: 'spoken', on: { click: () => onSeek?.(line.start_time) } }, text),
  );
  const root = createElement(
    'p',
    { class: onSeek ? 'paragraph playable' : 'paragraph', attributes: { dir: 'auto' } },
    onSeek
      ? createElement(
          'button',
          {
            class: 'time',
            attributes: { type: 'button', 'aria-label': t('play', { value: time }) },
            on: { click: () => onSeek(start) },
          },
          time,
        )
      : createElement('span', { class: 'time' }, time),
    speaker === undefined ? null : createElement('strong', {}, `${speakerText(speaker, language)} `),
    ...spans,
  );
  return { ...paragraph, root, spans };
}

function marked(text: string, words: readonly string[]): (Node | string)[] {
  return markWords(text, words).map((piece) => (piece.isMarked ? createElement('mark', {}, piece.text) : piece.text));
}
