import { expect, test } from 'vitest';
import type { Segment } from '../../../src/contract/analysis/segment.ts';
import { rankPassages } from '../../../src/server/chat/passages.ts';

const line = (content: string, i: number) =>
  ({ id: String(i), module: 'transcription', content, start_time: i * 5, end_time: i * 5 + 5, data: null }) as Segment;

/** Ranks lines by their words alone. */
const rank = (text: string, lines: readonly string[]) =>
  rankPassages({ text, segments: lines.map(line), similarities: new Map(), compareWords: async () => () => 0 });

const best = async (text: string, lines: readonly string[]) => (await rank(text, lines))[0]?.segment.content;

test('a spoken question is answered by the line after it', async () => {
  const lines = ['Werden Sie oft gestochen?', 'Ja, fast jeden Tag.', 'Und wir haben einen Garten.'];
  expect(await best('Wie oft wird sie gestochen?', lines)).toBe(lines[1]);
});

test('a line of the speaker’s own is no heading of the line after it', async () => {
  const lines = ['The old buses will be sold.', 'I think that is a mistake.', 'We will meet again in May.'];
  expect(await best('Who thinks it is a mistake?', lines)).toBe(lines[1]);
});

test('a place is nobody', async () => {
  const lines = ['The mill in Larkfield burned.', 'The mill belongs to Helen Brooks.'];
  expect(await best('Who owns the mill?', lines)).toBe(lines[1]);
  const shown = ['MILL FIRE IN LARKFIELD', 'HELEN BROOKS, MILL OWNER'];
  expect(await best('Who owns the mill?', shown)).toBe(shown[1]);
});

test.each([
  [
    'How many pelicans breed there?',
    'A pelican holds eleven liters, three times its stomach.',
    'Here 900 pelicans breed.',
  ],
  ['How many liters does a pelican hold?', 'Here 900 pelicans hold out.', 'A pelican can hold eleven liters.'],
  ['Wie viel Honig gab es?', 'Honig gab es im Glas.', 'Es gab vierzig Kilo Honig.'],
])('“%s” is answered by a number of what it counts', async (text, other, answer) => {
  expect(await best(text, [other, answer])).toBe(answer);
});

test('a month is nobody', async () => {
  const lines = ['He hasn’t won the cup since October.', 'What a cup, won by Helen Brooks.'];
  expect(await best('Who won the cup?', lines)).toBe(lines[1]);
});

test.each([
  ['Why did the service stop?', ['The service stopped on Tuesday.', 'The cause was an old certificate.']],
  ['Why did you found a clinic?', ['You founded a clinic.', 'Why there?', 'Because I grew up in that town.']],
])('“%s” is answered by the reason behind the line that names the subject', async (text, lines) => {
  const similarities = new Map([['0', 0.5]]);
  const segments = lines.map(line);
  const ranked = await rankPassages({ text, segments, similarities, unrelated: 0, compareWords: async () => () => 0 });
  expect(ranked[0]!.segment.content).toBe(lines.at(-1));
});

test('a line that only repeats the question is answered by the one after it', async () => {
  const lines = ['And the most common mistake.', 'People bake too early.', 'They open at ten.'];
  expect(await best('What is the most common mistake?', lines)).toBe(lines[1]);
  expect(await best('Is there a common mistake?', lines)).toBe(lines[0]);
});

test('a heading is answered by the text below it', async () => {
  const shown = (content: string, i: number) =>
    ({ ...line(content, i), module: 'ocr', start_time: 12, end_time: 18 }) as Segment;
  const segments = [shown('Payment failed', 0), shown('Card expired 04/25', 1)];
  const none = { similarities: new Map(), compareWords: async () => () => 0 };
  const contentFor = async (text: string) => (await rankPassages({ text, segments, ...none }))[0]?.segment.content;
  expect(await contentFor('Why did the payment fail?')).toBe('Card expired 04/25');
  expect(await contentFor('When did the payment fail?')).toBe('Payment failed');
});

test.each([
  ['Why do glaciers move faster in summer?', 'That is why glaciers move faster in summer.'],
  ['Warum fließen Gletscher im Sommer schneller?', 'Deshalb fließen Gletscher im Sommer schneller.'],
])('%s is answered by the line before its consequence', async (text, consequence) => {
  const lines = ['Ice is blue.', 'Meltwater works like a lubricant.', consequence];
  expect(await best(text, lines)).toBe(lines[1]);
});

test('a noun with another word before it answers less than one with the same', async () => {
  const of = async (text: string) => (await rank(text, ['The Rovers won the cup final by two to one.']))[0]!.score;
  expect(await of('Who won the cup final?')).toBeGreaterThan(1);
  expect(await of('Who won the tennis final?')).toBeLessThan(0.7);
});

test.each([
  ['How old is the goalkeeper?', 'The goalkeeper left with an injury.', 'The goalkeeper is thirty-one.'],
  ['How many pages does the novel have?', 'The novel of 1859 is famous.', 'The novel has five hundred pages.'],
  ['When did the novel come out?', 'The novel comes out of a drawer.', 'The novel came out in 1859.'],
  ['How thick is the glacier?', 'The glacier moves in summer.', 'The glacier has forty meters of ice.'],
  ['How often does the ferry leave?', 'The ferry leaves the harbor.', 'The ferry leaves every hour.'],
  ['Was kostet der Kurs?', 'Der Kurs ist beliebt.', 'Für den Kurs verlangen wir sechzig Euro.'],
  ['When were you called?', 'We were called to a fire.', 'At ten past three we were called to a fire.'],
  ['How long is the ship?', 'The ship left on Sunday.', 'The ship is three hundred meters long.'],
  ['How close may walkers get?', 'Walkers like the seals.', 'Walkers must stay fifty meters away.'],
  ['What is the name of the ferry?', 'The ferry leaves every half hour.', 'The ferry is called Stella.'],
])('%s is answered by what it asks for', async (text, other, answer) => {
  expect(await best(text, [other, answer])).toBe(answer);
  expect((await rank(text, [other]))[0]!.score).toBeLessThan(0.9);
});

test.each([
  ['harbor', 'harborside'],
  ['harbor', 'outharbor'],
  ['harborside', 'harbor'],
  ['outharbor', 'harbor'],
])('“%s” is answered by “%s”, one of which is part of the other', async (asked, said) => {
  const [found] = await rank(`Where is the ${asked}?`, [`This is the ${said.toUpperCase()}.`]);
  expect(found!.coverage).toBeGreaterThan(0.5);
  expect((await rank(`Where is the ${asked}?`, ['This is the HOUSE.']))[0]!.coverage).toBe(0);
});

test('words that name nothing weigh less than the subject', async () => {
  const lines = ['The owners get angry.', 'The shops receive three thousand pounds.'];
  expect(await best('What do the shops get?', lines)).toBe(lines[1]);
});

test('“when” in a clause asks for no time', async () => {
  const lines = ['Please read it until Thursday.', 'The doctor makes shoes when he is afraid.'];
  expect(await best('What does the doctor do when he is afraid?', lines)).toBe(lines[1]);
});

test('whether anybody mentions a name is answered by no line with “nobody”', async () => {
  const lines = ['Nobody believed that the tide could feed a city.', 'The ferry goes to Kyoto.'];
  const near = new Set(['anybody nobody', 'mention believed']);
  const ranked = await rankPassages({
    text: 'Does anybody mention Tokyo?',
    segments: lines.map(line),
    similarities: new Map(),
    compareWords: async () => (a, b) => (near.has(`${a} ${b}`) ? 0.6 : 0),
  });
  expect(ranked.every(({ coverage }) => coverage < 0.2)).toBe(true);
});

test.each([
  'When does the error appear?',
  'When does the slide Error appear?',
  'When is the error on screen?',
  'Wann ist der Error zu sehen?',
])('%s is answered by the text on screen at its own time', async (text) => {
  const shown = { ...line('Error 503 Service unavailable', 3), module: 'ocr' as const };
  const ranked = await rankPassages({
    text,
    segments: [shown],
    similarities: new Map(),
    compareWords: async () => () => 0,
  });
  expect(ranked[0]!.score).toBeGreaterThan(0.9);
});

test.each([
  ['What did she eat?', 'She drank water.', 'I ate mostly rice.'],
  ['Wer hat das Tor geschossen?', 'Das Tor ist offen.', 'Silva schoss das Tor.'],
])('“%s” is answered by another form of an irregular verb', async (text, other, answer) => {
  expect(await best(text, [other, answer])).toBe(answer);
});

test('a number of people is no number of people who did something', async () => {
  const object = { ...line('person ×3', 0), module: 'visualelements' } as Segment;
  const request = { similarities: new Map([['0', 0.4]]), unrelated: 0 };
  const scoreOf = async (text: string) =>
    (
      await rankPassages({
        text,
        segments: [object],
        ...request,
        compareWords: async () => (a) => (a === 'people' ? 0.9 : 0),
      })
    )[0]!.score;
  expect(await scoreOf('How many people protested?')).toBeLessThan(0.82);
  expect(await scoreOf('How many people are there?')).toBeGreaterThan(0.82);
});

test('words are compared as they are written: encoders take German nouns in lower case for other words', async () => {
  const compared: string[] = [];
  await rankPassages({
    text: 'Wer ist der Kapitän?',
    segments: [line('Captain Joel Okafor is here.', 0)],
    similarities: new Map(),
    compareWords: async (asked, found) => {
      compared.push(...asked, ...found);
      return () => 0;
    },
  });
  expect(compared).toEqual(expect.arrayContaining(['Kapitän', 'Captain', 'Okafor']));
});
