import { describe, expect, it, test } from 'vitest';
import { createTextComparison } from '../../../../src/attribution/text-comparison.ts';
import { languageOf } from '../../../../src/attribution/text-language.ts';
import type { ModuleName } from '../../../../src/contract/analysis/modules.ts';
import type { Segment, SegmentData } from '../../../../src/contract/analysis/segment.ts';
import { verifyTimes } from '../../../../src/server/chat/attribution/citations.ts';
import { findEvidence } from '../../../../src/server/chat/evidence.ts';
import { factualAnswer } from '../../../../src/server/chat/extractive.ts';
import { factOf } from '../../../../src/server/chat/facts/facts.ts';
import { findLabels } from '../../../../src/server/chat/object-labels.ts';
import { readQuestion } from '../../../../src/server/chat/question.ts';
import type { SearchService } from '../../../../src/server/search/search-service.ts';

let ids = 0;
const found = (module: ModuleName, start: number, end: number, content: string, data: SegmentData = {}): Segment => ({
  id: String(++ids),
  module,
  content,
  data,
  engine: 'x@1',
  start_time: start,
  end_time: end,
});
const shot = (start: number, end: number, brightness: number, colours: [string, number][]) =>
  found('scenes', start, end, 'Shot', {
    brightness,
    length: end - start,
    motion: start,
    colours: colours.map(([name, share]) => ({ name, share, hex: '#000000' })),
  });
const thing = (label: string, start: number, end: number, count = 1) =>
  found('visualelements', start, end, label, { label, count });

const STREET = [
  shot(0, 10, 0.5, [['grey', 0.7]]),
  thing('person', 1, 4, 3),
  thing('dog', 2, 3),
  shot(10, 12, 0.1, [['blue', 0.8]]),
  thing('car', 11, 12, 2),
  shot(12, 20, 0.9, [['grey', 0.5]]),
  thing('car', 13, 14, 7),
  thing('traffic light', 14, 15),
  found('ocr', 15, 16, 'DOG FOOD'),
  found('summary', 0, 20, 'A street with a car.'),
];
const heard = (label: string, start: number, end: number) => found('audioevents', start, end, label, { label });

function ask(text: string, segments = STREET) {
  const [question, language] = [readQuestion(text, []), languageOf(text)];
  const fact = factOf({ text, question, segments, duration: 20, language });
  if (!fact) return null;
  // Every cited segment is among its sources.
  const written = factualAnswer(fact, language);
  expect(verifyTimes(written, fact.evidence)).toMatchObject({ answer: written.replace(/#\d+(?=\])/g, ''), removed: 0 });
  return verifyTimes(fact.sentence, fact.evidence).answer;
}

const said = (start: number, content: string) => found('transcription', start, start + 1, content);
const TALK = [
  said(1, 'The season of light, the Season of darkness.'),
  said(5, 'Two seasons passed.'),
  said(9, 'We had hope, and the best of times.'),
  found('summary', 0, 20, 'A talk about seasons. Speech from 0:01 to 0:10.'),
  found('chapters', 0, 8, 'Light and darkness'),
  found('chapters', 8, 20, 'Hope'),
];

describe('questions about words and the whole video', () => {
  test.each([
    ['How many times is "season" said?', /^“season” is said 3 times, first at \*\*\[00:01\]\*\*\.$/],
    ['how often does she say hope?', /^“hope” is said once, at \*\*\[00:09\]\*\*\.$/],
    ['How often is the phrase best of times used in the talk?', /^“best of times” is said once/],
    ['How many times is the money mentioned?', /^“money” doesn’t occur in the transcript\.$/],
    ['Wie oft wird das Wort Hope gesagt?', /^„Hope“ wird einmal gesagt, bei/],
    ['When is the season mentioned?', /^“season” is said 3 times, first at \*\*\[00:01\]\*\*\.$/],
    ['And where do they talk about hope?', /^“hope” is said once, at \*\*\[00:09\]\*\*\.$/],
    ['At what time are the seasons brought up?', /^“seasons” is said 3 times/],
    ['Wann wird Hope erwähnt?', /^„Hope“ wird einmal gesagt, bei/],
    ['Wo spricht sie über die Seasons?', /^„Seasons“ wird 3/],
    ['How many words are spoken?', /^19 words are spoken\.$/],
    ['hello', /^Ask about what is said/],
    ['Hi there!', /^Ask about what is said/],
    ['Danke!', /^Ask about|^Fragen Sie/],
    ['summarize', /^A talk about seasons\. Speech from 0∶01 to 0∶10\.$/],
    ['What is this about?', /^A talk about seasons/],
    ['What is this video about?', /^A talk about seasons/],
    ['What is this talk about?', /^A talk about seasons/],
    ['Worum geht es in dem Vortrag?', /^A talk about seasons/],
    ['Worum geht es?', /^A talk about seasons/],
    ['Can you write a short summary of this video?', /^A talk about seasons/],
    ['Gib mir bitte eine kurze Zusammenfassung', /^A talk about seasons/],
    ['Können Sie das Video kurz zusammenfassen?', /^A talk about seasons/],
    ['Fassen Sie das Video zusammen', /^A talk about seasons/],
  ])('%s', (question, expected) => {
    expect(ask(question, TALK)).toMatch(expected);
  });

  test('quotes the chapters below a summary, and nothing below a greeting', () => {
    const answer = (text: string) => {
      const [question, language] = [readQuestion(text, []), languageOf(text)];
      const fact = factOf({ text, question, segments: TALK, duration: 20, language })!;
      return verifyTimes(factualAnswer(fact, language), fact.quoted ?? fact.evidence).answer;
    };
    expect(answer('Summarize').split('\n').slice(2)).toEqual([
      '- **[00:00]** Chapters: Light and darkness',
      '- **[00:08]** Chapters: Hope',
    ]);
    expect(answer('hello')).not.toContain('\n');
    expect(answer('How long is the video?')).toBe('The video is 20 s long.');
    expect(answer('How long is the episode?')).toBe('The video is 20 s long.');
  });

  test('a question about the whole video is no follow-up', () => {
    const history = [{ role: 'user' as const, content: 'Where is the season?' }];
    expect(readQuestion('summarize', history).terms).toEqual([]);
    expect(readQuestion('What is it about?', history).terms).toEqual([]);
    expect(readQuestion('anything else?', history).terms).toEqual(['season']);
  });
});

describe('questions answered from findings', () => {
  test.each([
    ['How many cars are there?', /^“car”: up to 7 at once, at \*\*\[00:13\]\*\*; appears 2 times\./],
    ['Wie viele Autos sind zu sehen?', /^„car“: höchstens 7 gleichzeitig, bei \*\*\[00:13\]\*\*; an 2 Stellen/],
    ['How many people can be seen in the video?', /^“person”: up to 3 at once, at \*\*\[00:01\]\*\*\./],
    ['How many traffic lights?', /^“traffic light”: up to 1 at once/],
    ['How many animals are there?', /^“dog”: up to 1 at once/],
    ['How many shots are there?', /^3 shots and 2 cuts\.$/],
    ['Wie viele Schnitte gibt es?', /^3 Shots und 2 Schnitte\.$/],
    ['What is the number of cuts?', /^3 shots and 2 cuts\.$/],
    ['How long is the video?', /^The video is 20 s long\.$/],
    ['How long is the talk?', /^The video is 20 s long\.$/],
    ['Wie lange dauert der Vortrag?', /20 s/],
    ['Wie lang ist das Video?', /^Das Video ist 20 s lang\.$/],
    ['How long does it last in total?', /^The video is 20 s long\.$/],
    ['What is the duration of this audio file?', /^The video is 20 s long\.$/],
    ['Wie lange dauert die ganze Aufnahme?', /^Das Video ist 20 s lang\.$/],
    ['What colours dominate?', /^Mostly gray \(55%\) and blue \(8%\), across all shots\.$/],
    ['Welche Farben überwiegen?', /^Vor allem Grau \(55 %\) und Blau \(8 %\)/],
    ['Which shot is the darkest?', /^Shot 2 is the darkest, at \*\*\[00:10\]\*\*\.$/],
    ['Welche Einstellung ist am hellsten? Die hellste bitte.', /^Shot 3 ist am hellsten, bei \*\*\[00:12\]\*\*/],
    ['When does the first car appear?', /^“car” first appears at \*\*\[00:11\]\*\*\.$/],
    ['When is a car last seen?', /^“car” last appears at \*\*\[00:13\]\*\*\.$/],
    ['Wann ist zuerst ein Hund zu sehen?', /^„dog“ ist zuerst bei \*\*\[00:02\]\*\*/],
  ])('%s', (text, answer) => {
    expect(ask(text)).toMatch(answer);
  });

  test.each([
    [
      'transcribed',
      [found('transcription', 3, 4, 'Hello.'), found('transcription', 9, 11, 'Bye.')],
      /^2 phrases, .*03.*09/,
    ],
    ['only heard', [heard('silence', 0, 5), heard('speech', 5, 9)], /^Speech occurs once, at .*05.*no transcript/],
    ['not there', [heard('silence', 0, 20)], /^No speech was detected/],
  ] as const)('who speaks when: %s', (_, segments, answer) => {
    expect(ask('Who speaks when?', [...segments])).toMatch(answer);
    expect(ask('Is anything said?', [...segments])).toMatch(answer);
    expect(ask('Wer spricht wann?', [...segments])).not.toBeNull();
  });

  test.each([
    'How many red cars overtake the bus driver?',
    'How many elephants are there?',
    'What colour is the car?',
    'What does the speaker say about revenue?',
    'How long does the man wait?',
    'How long is it closed?',
    'How long does it take to build the bridge?',
    'Wie lange ist die Brücke im Video gesperrt?',
    'Where is a car?',
    'How many cars are there at 0:13?',
    '',
  ])('not “%s”', (text) => {
    expect(ask(text)).toBeNull();
  });
});

describe('questions about sounds', () => {
  const named = (label: string, group: string, start: number) =>
    found('audioevents', start, start + 1, `${label[0]!.toUpperCase()}${label.slice(1)}`, { label, group });
  const SOUNDS = [
    heard('speech', 0, 9),
    named('applause', 'people', 2),
    named('applause', 'people', 8),
    named('dog', 'animals', 5),
    named('siren', 'vehicles', 6),
    thing('dog', 3, 4),
  ];

  test.each([
    ['When is there applause?', /^“Applause” occurs 2 times at \*\*\[00:02\]\*\* and \*\*\[00:08\]\*\*\.$/],
    ['When do people clap?', /^“Applause”/],
    ['Wann gibt es Applaus?', /^„Applause“ ist 2-mal zu hören/],
    ['Is a siren heard?', /^“Siren” occurs once, at/],
    ['When does the dog bark?', /^“Dog” occurs once, at \*\*\[00:05\]/],
    ['Wann hört man einen Hund?', /^„Dog“ ist einmal/],
    ['Is there laughter?', /^No such sound was detected/],
  ])('%s', (text, answer) => expect(ask(text, SOUNDS)).toMatch(answer));

  test.each(['When is there a dog?', 'What did the speaker say about the siren?', 'Is there a red car?'])(
    'not “%s”',
    (text) => expect(ask(text, SOUNDS)).toBeNull(),
  );
});

describe('objects by name', () => {
  test.each([
    ['Wo ist der Hund?', ['dog']],
    ['Wann sieht man einen Hund?', ['dog']],
    ['Where is the man?', ['person']],
    ['traffic lights and a light', ['traffic light']],
    ['the bank on the sign', []],
    ['Wer sitzt auf der Bank?', ['bench']],
    ['a teddy bear', ['teddy bear']],
    ['quarterly revenue', []],
  ])('%s', (text, labels) => {
    expect(findLabels(text, languageOf(text)).labels).toEqual(labels);
  });

  it('are found by their label in any language, with related text', async () => {
    const search = { search: () => Promise.reject(new Error('not asked')) } as unknown as SearchService;
    const evidence = async (text: string) => {
      const question = readQuestion(text, []);
      const request = { userId: 1, jobId: 'j', question, segments: STREET };
      return (await findEvidence(search, createTextComparison(undefined), request)).segments.map(
        ({ content }) => content,
      );
    };
    expect(await evidence('Wo ist der Hund?')).toEqual(['dog', 'DOG FOOD']);
    expect(await evidence('Which vehicles can be seen?')).toEqual(['car', 'car']);
    expect(await evidence('How many people are visible?')).toEqual(['person']);
    expect(await evidence('Wie viele Personen sind sichtbar?')).toEqual(['person']);
    // A shot is no answer to a question about speech.
    expect(await evidence('What is said in the video?')).toEqual([]);
  });

  it('do not answer what somebody says', async () => {
    const search = { search: async () => ({ hits: [] }) } as unknown as SearchService;
    const question = readQuestion('What does the woman say?', []);
    const request = { userId: 1, jobId: 'j', question, segments: STREET };
    expect((await findEvidence(search, createTextComparison(undefined), request)).segments).toEqual([]);
  });
});

test('leaves to the search for passages when something is mentioned in other words, or by whom', () => {
  for (const text of ['When is the money mentioned?', 'When does Ann Lee talk about hope?', 'When was hope born?'])
    expect(ask(text, TALK)).toBeNull();
});

test('names the spoken languages, the most frequent first', () => {
  const line = (start: number, language: string) => found('transcription', start, start + 1, 'Ja.', { language });
  const lines = [line(1, 'de'), line(2, 'en'), line(3, 'en')];
  expect(ask('Which languages are spoken?', lines)).toBe('English **[00:02]**, German **[00:01]**.');
  expect(ask('Welche Sprachen werden gesprochen?', lines)).toBe('Englisch **[00:02]**, Deutsch **[00:01]**.');
  expect(ask('Which language is spoken in Brazil?', lines)).toBeNull();
  expect(ask('Which languages are spoken?', [said(1, 'Ja.')])).toBeNull();
});

test('quotes contact details, without links', () => {
  const shown = (content: string) => [found('ocr', 3, 4, content)];
  expect(ask('What phone number is shown?', shown('Call 0555 010 200 at 12:30'))).toBe(
    'Found: 0555 010 200 **[00:03]**.',
  );
  expect(ask('Welche Webadresse ist zu sehen?', shown('https://a.example/x'))).toBe(
    'Gefunden: `a.example/x` **[00:03]**.',
  );
  expect(ask('Which e-mail address is shown?', shown('write to me@a.example'))).toBe(
    'Found: me@a.example **[00:03]**.',
  );
  expect(ask('What phone number is shown?', shown('No number'))).toBeNull();
});

test('lists chapters as topics, or else keywords', () => {
  expect(ask('Which topics are covered?', TALK)).toBe(
    '2 topics:\n\n- Light and darkness **[00:00]**\n- Hope **[00:08]**',
  );
  expect(ask('Welche Themen gibt es?', [found('keywords', 2, 3, 'season')])).toBe('1 Thema:\n\n- season **[00:02]**');
  expect(ask('Which topics are covered?', [])).toBeNull();
});

describe('speakers', () => {
  const say = (content: string, start: number, speaker: string, id = speaker) =>
    found('transcription', start, start + 4, content, { speaker, speaker_id: id });
  const talk = [
    say('We met in Paris.', 0, 'Anna', 'S1'),
    say('I liked the food.', 5, 'S2'),
    say('The weather was fine.', 10, 'Anna', 'S1'),
  ];

  test('talk times are no clock times, which would be checked as citations', () => {
    const long = [{ ...talk[0]!, end_time: 75.6 }, talk[1]!];
    expect(ask('Who speaks?', long)).toMatch(/^2 speakers: Anna, 1 min 15 s \(/);
    const short = [{ ...talk[0]!, end_time: 7.5 }, talk[1]!];
    expect(ask('Wer spricht?', short)).toMatch(/^2 Personen sprechen: Anna, 7,5 s \(/);
  });

  test.each([
    [
      'Who speaks?',
      /^2 speakers: Anna, 8 s \(67%\), first at \*\*\[00:00\]\*\*; Speaker 2, 4 s \(33%\), first at \*\*\[00:05\]\*\*\./,
    ],
    ['Wer spricht?', /^2 Personen sprechen: Anna, 8 s \(67 %\).*; Sprecher 2, 4 s/],
  ])('%s', (question, answer) => {
    expect(ask(question, talk)).toMatch(answer);
  });

  test('are found by the name in a question, with its other words if they match', async () => {
    const search = {
      search: async () => ({ hits: [], semantic: true, relevant: new Set() }),
    } as unknown as SearchService;
    const evidence = async (text: string) => {
      const question = readQuestion(text, []);
      const request = { userId: 1, jobId: 'j', question, segments: talk };
      return (await findEvidence(search, createTextComparison(undefined), request)).segments.map(
        ({ content }) => content,
      );
    };
    expect(await evidence('What does Anna say?')).toEqual(['We met in Paris.', 'The weather was fine.']);
    expect(await evidence('What does Anna say about the weather?')).toEqual(['The weather was fine.']);
  });

  test.each([
    ['What does Anna say about Paris?', 'And about the weather?', ['The weather was fine.']],
    ['What does Anna say about Paris?', 'And in detail?', ['We met in Paris.']],
  ])(
    '%s – %s: the words of an ellipsis are answered before those of the question before',
    async (content, text, expected) => {
      const search = { search: async () => ({ hits: [] }) } as unknown as SearchService;
      const question = readQuestion(text, [{ role: 'user', content }]);
      const request = { userId: 1, jobId: 'j', question, segments: talk };
      const { segments } = await findEvidence(search, createTextComparison(undefined), request);
      expect(segments.map((one) => one.content)).toEqual(expected);
    },
  );

  test('stand before their lines in an answer', () => {
    expect(factualAnswer({ sentence: 'So.', evidence: talk.slice(0, 1) }, 'en')).toContain('Anna: We met in Paris.');
  });
});

describe('introductions', () => {
  const talk = [
    said(1, 'Welcome to the show for people who like to ride, I’m Dana Fox.'),
    said(5, 'And today I have Petra Lindqvist with me, who rode to Istanbul.'),
    said(9, 'I’m good, thanks, and I went with my sister.'),
    said(13, 'Ingrid came with me as far as Passau.'),
  ];

  test.each([
    ['Who is the guest?', /Petra Lindqvist/, /Dana/],
    ['Who is today’s guest?', /Petra Lindqvist/, /Dana/],
    ['Wer ist der Gast der Sendung?', /Petra Lindqvist/, /Dana/],
    ['Who is the host?', /Dana Fox/, /Petra/],
    ['Wer ist die Moderatorin?', /Dana Fox/, /Petra/],
  ])('“%s” is answered by the line that introduces the person', (text, person, other) => {
    const answer = ask(text, talk)!;
    expect(answer).toMatch(person);
    expect(answer.split('\n\n')[0]).not.toMatch(other);
  });

  test.each(['Who is the guest of honor?', 'Who is Petra?', 'Who spoke with the guest?'])(
    '“%s” asks for something else',
    (text) => expect(ask(text, talk)).toBeNull(),
  );

  test('without an introduction there is none', () => {
    expect(ask('Who is the guest?', [said(1, 'We talk about bikes.')])).toBeNull();
  });
});

test.each(['Who says that?', 'And who said this?', 'Wer sagt das?', 'Wer hat das behauptet?'])(
  'names who said the line that the last answer rests on: %s',
  (text) => {
    const lines = [
      found('transcription', 1, 2, 'The bridge costs 42 million.', { speaker: 'Robert Hale', speaker_id: 'S1' }),
      found('transcription', 3, 4, 'It opens in May.', { speaker: 'Anna Berg', speaker_id: 'S2' }),
    ];
    const about = (kind: string) => [
      { role: 'assistant' as const, metadata: JSON.stringify({ kind, citations: [{ segment_id: lines[1]!.id }] }) },
    ];
    const language = languageOf(text);
    const sentenceAbout = (history: ReturnType<typeof about>) =>
      factOf({
        text,
        question: readQuestion(text, []),
        segments: lines,
        duration: 9,
        language,
        history,
      })?.sentence;
    expect(sentenceAbout(about('passages'))).toMatch(/^Anna Berg: It opens in May\. \*\*\[00:03#/);
    // Each of several moments may be of someone else.
    for (const history of [about('moments'), []]) expect(sentenceAbout(history) ?? '').not.toMatch(/^Anna Berg/);
  },
);

const named = (start: number, content: string, kind?: 'person' | 'place' | 'organization') =>
  found('keywords', start, start + 1, content, { label: content, ...(kind && { name_kind: kind }) });
const TRAVEL = [
  said(1, 'In Lyon I met Petra Lindqvist of Microsoft.'),
  named(1, 'Lyon', 'place'),
  named(1, 'Petra Lindqvist', 'person'),
  named(1, 'Microsoft', 'organization'),
  named(3, 'saddle'),
  named(5, 'Nigeria', 'place'),
  named(9, 'Lyon', 'place'),
];

test.each([
  ['Which places are mentioned?', '2 places are named:\n\n- Lyon [00:01] [00:09]\n- Nigeria [00:05]'],
  ['List all places', '2 places are named:\n\n- Lyon [00:01] [00:09]\n- Nigeria [00:05]'],
  ['What cities does it mention?', '2 places are named:\n\n- Lyon [00:01] [00:09]\n- Nigeria [00:05]'],
  ['Which people are named?', '1 person is named:\n\n- Petra Lindqvist [00:01]'],
  ['Who is mentioned?', '1 person is named:\n\n- Petra Lindqvist [00:01]'],
  ['List all names', '1 person is named:\n\n- Petra Lindqvist [00:01]'],
  ['Which companies come up?', '1 organization is named:\n\n- Microsoft [00:01]'],
  ['Welche Orte werden genannt?', '2 Orte werden genannt:\n\n- Lyon [00:01] [00:09]\n- Nigeria [00:05]'],
  ['Welche Personen werden erwähnt?', '1 Person wird genannt:\n\n- Petra Lindqvist [00:01]'],
  ['Nenne alle Städte', '2 Orte werden genannt:\n\n- Lyon [00:01] [00:09]\n- Nigeria [00:05]'],
  ['Which places does the mayor mention?', undefined],
  ['Which people are shown?', undefined],
  ['Which city has a bridge?', undefined],
  ['Who is in Lyon?', undefined],
  ['What is the name of the saddle?', undefined],
])('%s lists names', (question, answer) => {
  expect(ask(question, TRAVEL)?.replaceAll('**', '')).toBe(answer);
});
