import type { CheckVerdict } from '../../src/contract/evidence/checks.ts';
import { numbersIn } from '../../src/core/texts/stated-numbers.ts';
import { OTHER_VIDEOS } from './ask-other-videos.ts';
import { ASK_VIDEOS, type AskVideo } from './ask-videos.ts';
import { CLINIC, GETTYSBURG, HARBOR, INAUGURAL, TWO_CITIES } from './check-videos.ts';

/** A paragraph of an article, with the passage to check and its verdict. */
export interface CheckCase {
  verdict: CheckVerdict;
  paragraph: string;
  /** Words of the paragraph that the passage has. */
  target: string;
}

interface SpokenLine {
  content: string;
  speaker: string;
  isGerman: boolean;
  /** Other named speakers of the library. */
  others: readonly string[];
}

const EACH = 10;
const GERMAN = /[äöüß]|(?<!\p{L})(?:der|die|das|und|ist|wir|ich|im)(?!\p{L})/iu;
const PEOPLE = ['Anna Berg', 'Tom Reyes', 'Marta Vogel', 'Carla Nunes', 'Ian Frost', 'Renate Kolb', 'Linda Moss'];

type Frame = (quote: string, speaker: string) => string;
const ENGLISH: readonly Frame[] = [
  (quote, by) => `“${quote},” said ${by} on Tuesday.`,
  (quote, by) => `${by} said: "${quote}."`,
  (quote, by) => `> ${quote}.\n> — ${by}`,
  (quote, by) => `The audience was silent when ${by} added, ‘${quote}.’`,
  (quote, by) => `According to ${by}, «${quote}».`,
];
const DEUTSCH: readonly Frame[] = [
  (quote, by) => `„${quote}“, sagte ${by}.`,
  (quote, by) => `${by} erklärte: »${quote}.«`,
  (quote, by) => `„${quote}“, so ${by} am Dienstag.`,
];

/** Spoken lines of videos with named speakers, that have at least five words and ask nothing. */
function linesOf(videos: readonly AskVideo[]): SpokenLine[] {
  return videos.flatMap(({ findings }) =>
    (findings.get('transcription') ?? []).flatMap(({ content, data }) => {
      const speaker = data?.speaker ?? '';
      if (!/\s/.test(speaker) || content.split(' ').length < 5 || content.endsWith('?')) return [];
      const others = PEOPLE.filter((name) => name !== speaker);
      return [{ content: content.replace(/[.,]$/, ''), speaker, isGerman: GERMAN.test(content), others }];
    }),
  );
}

function spread<Item>(items: readonly Item[], count: number, offset: number): Item[] {
  const step = items.length / count;
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, i) => items[Math.floor(i * step + offset) % items.length]!,
  );
}

function framed({ speaker, isGerman }: SpokenLine, quote: string, i: number, by = speaker): Omit<CheckCase, 'verdict'> {
  const frames = isGerman ? DEUTSCH : ENGLISH;
  return { paragraph: frames[i % frames.length]!(quote, by), target: quote };
}

/** The line as a writer quotes it: as it is, its second half, or with digits for numbers. */
function quoted({ content }: SpokenLine, i: number): string {
  const [number] = numbersIn(content).filter(({ isSure, value }) => isSure && value > 12);
  if (number) {
    const written = new Intl.NumberFormat('en').format(number.value);
    return content.slice(0, number.start) + written + content.slice(number.end);
  }
  if (i % 3 !== 1) return content;
  const comma = content.search(/, \p{L}/u);
  return comma > 0 && comma < content.length / 2 ? content.slice(comma + 2) : content;
}

/** A line with another number, name, or word. */
function changed({ content }: SpokenLine, i: number): string {
  const [number] = numbersIn(content).filter(({ isSure }) => isSure);
  if (number && i % 3 === 0) return `${content.slice(0, number.start)}${number.value + 3}${content.slice(number.end)}`;
  const name = /(?<=[\p{L},] )\p{Lu}\p{Ll}{3,}/u.exec(content);
  if (name && i % 3 === 1) return content.replace(name[0], GERMAN.test(content) ? 'Bamberg' : 'Hastings');
  const words = [...content.matchAll(/(?<![\p{L}’'-])\p{Ll}{5,}(?![\p{L}’'-])/gu)];
  const [word] = words.slice(Math.floor(words.length / 2));
  const other = GERMAN.test(content) ? 'gestrichen' : 'forgotten';
  return word
    ? content.slice(0, word.index) + other + content.slice(word.index + word[0].length)
    : `${content} tomorrow`;
}

function made(videos: readonly AskVideo[], offset: number) {
  const lines = linesOf(videos);
  const saidSo = spread(lines, EACH, offset).map((line, i) => ({
    ...framed(line, quoted(line, i), i),
    verdict: 'said_so' as const,
  }));
  const otherwise = spread(lines, EACH, offset + 1).map((line, i) => ({
    ...framed(line, changed(line, i), i),
    verdict: 'said_otherwise' as const,
  }));
  const other = spread(lines, EACH, offset + 2).map((line, i) => ({
    ...framed(line, line.content, i, line.others[i % line.others.length]),
    verdict: 'other_speaker' as const,
  }));
  const screens = videos.flatMap(({ findings }) => (findings.get('ocr') ?? []).map(({ content }) => content));
  const isSaid = (text: string) => lines.some(({ content }) => content.toLowerCase().includes(text.toLowerCase()));
  const shown = spread(
    screens.filter((text) => text.split(' ').length >= 2 && !isSaid(text)),
    EACH,
    offset,
  ).map((text, i) => ({
    paragraph: i % 2 === 0 ? `The caption reads “${text}”.` : `Eingeblendet wird „${text.toLowerCase()}“.`,
    target: i % 2 === 0 ? text : text.toLowerCase(),
    verdict: 'shown_on_screen' as const,
  }));
  return [...saidSo, ...otherwise, ...other, ...shown];
}

type Written = readonly [paragraph: string, target: string];
const written = (verdict: CheckVerdict, cases: readonly Written[]): CheckCase[] =>
  cases.map(([paragraph, target]) => ({ verdict, paragraph, target }));

const USED = [ASK_VIDEOS.news, ASK_VIDEOS.bees, GETTYSBURG, HARBOR];
const HELD_OUT = [
  OTHER_VIDEOS.fire,
  OTHER_VIDEOS.volcanoes,
  INAUGURAL,
  CLINIC,
  ASK_VIDEOS.reading,
  ...(TWO_CITIES ? [TWO_CITIES] : []),
];

export const CHECK_VIDEOS: readonly AskVideo[] = [...USED, ...HELD_OUT];

/** Passages on which the product was tuned. */
export const CHECKS_IN_USE: readonly CheckCase[] = [
  ...made(USED, 0),
  ...written('out_of_context', [
    ['Moran was clear: “the harbor should be sold to investors.”', 'the harbor should be sold to investors'],
    [
      'Elena Moran said: "we will build the ferry terminal next spring."',
      'we will build the ferry terminal next spring',
    ],
    ['“We will reopen the fish market,” said Elena Moran.', 'We will reopen the fish market'],
    ['Moran warned that “the port can survive without dredging”.', 'the port can survive without dredging'],
    ['“the dock workers have abandoned the city,” said Peter Weiss.', 'the dock workers have abandoned the city'],
    ['> The union will accept the new shifts.\n> — Peter Weiss', 'The union will accept the new shifts'],
    ['Weiss promised “the cranes would be replaced this year”.', 'the cranes would be replaced this year'],
    ['„Wir werden den Hafen […] verkaufen“, sagte Elena Moran.', 'Wir werden den Hafen'],
    ['Elena Moran kündigte an: „bauen wir eine neue Brücke über den Kanal“.', 'bauen wir eine neue Brücke'],
    ['“The children’s ward will … open before spring,” said Anna Berg.', 'The children’s ward will'],
  ]),
  ...written('not_in_library', [
    ['“We will plant ten thousand trees along the railway,” said Anna Berg.', 'We will plant ten thousand trees'],
    ['Tom Reyes said: "The tunnel under the airport has flooded again."', 'The tunnel under the airport'],
    ['„Unsere Schafe weiden im Winter auf dem Deich“, sagte Marta Vogel.', 'Unsere Schafe weiden'],
    ['Linda Moss said that the library will receive a new roof in August.', 'the library will receive a new roof'],
    ['In 2019, the orchestra sold 4,500 tickets for its summer concerts.', 'the orchestra sold'],
    ['“A house divided against itself cannot stand,” said Abraham Lincoln.', 'A house divided'],
    ['> The bakery burned down twice.\n> — Peter Weiss', 'The bakery burned down'],
    ['Laut Marta Vogel kostet eine Ziege achtzig Euro.', 'eine Ziege achtzig Euro'],
    ['‘I wouldn’t trade my bicycle for a car,’ Elena Moran added.', 'trade my bicycle'],
    ['«Le pont sera fermé demain», a dit le maire.', 'Le pont sera'],
  ]),
];

/** Passages about other videos, written before anything was tuned. */
export const CHECKS_HELD_OUT: readonly CheckCase[] = [
  ...made(HELD_OUT, 0.5),
  ...written('out_of_context', [
    ['“the clinic ignored its patients,” said Grace Adams.', 'the clinic ignored its patients'],
    ['Grace Adams announced: “the surgery wing opens in October.”', 'the surgery wing opens in October'],
    ['“The emergency room stays open around the clock,” Adams said.', 'The emergency room stays open'],
    ['Adams said “the director took money from the insurance company”.', 'the director took money'],
    ['For Jonas Koch, “a private owner would treat everybody equally”.', 'a private owner would treat'],
    ['> We will sign the agreement tomorrow.\n> — Jonas Koch', 'We will sign the agreement tomorrow'],
    [
      '„Die Klinik [wird] in diesem Jahr geschlossen“, heißt es. Jonas Koch: „die Klinik in diesem Jahr geschlossen wird“.',
      'die Klinik in diesem Jahr geschlossen wird',
    ],
    ['„stellen wir vierzig Pflegekräfte ein“, sagte Jonas Koch.', 'stellen wir vierzig'],
    ['„Wir unterstützen den Verkauf der Klinik“, sagte Jonas Koch.', 'Wir unterstützen den Verkauf'],
    ['“ask … what your country can do for you,” said John Kennedy.', 'what your country can do for you'],
  ]),
  ...written('not_in_library', [
    ['“The canal will be drained for repairs in November,” said Carla Nunes.', 'The canal will be drained'],
    ['Ian Frost said: "We are moving our head office to Lisbon."', 'moving our head office'],
    ['„Der Gletscher verliert jedes Jahr zwei Meter Eis“, sagte Renate Kolb.', 'Der Gletscher verliert'],
    ['Grace Adams said that the ambulance fleet needs electric engines.', 'the ambulance fleet needs'],
    ['The marathon drew 12,000 runners from 60 countries in 2022.', 'The marathon drew'],
    ['“We choose to go to the Moon in this decade,” said John Kennedy.', 'We choose to go to the Moon'],
    ['> My cat sleeps in the server room.\n> — Jonas Koch', 'My cat sleeps'],
    ['Renate Kolb zufolge hat die Universität drei neue Teleskope gekauft.', 'drei neue Teleskope'],
    ['‘It’s a far, far better thing that I do,’ Ruth Golding read.', 'far better thing'],
    ['「明日は雨が降るでしょう」と彼は言った。', '明日は雨'],
  ]),
];
