import { expect, it } from 'vitest';
import { findKeywords } from '../../../src/modules/keywords/module.ts';
import { speech } from '../shared/findings/some-findings.ts';

const placesOf = async (label: string, lines: readonly string[]) =>
  (await findKeywords(speech(lines)))
    .filter(({ content }) => content === label)
    .flatMap(({ data }) => data!.occurrences);
const labelsOf = async (lines: readonly string[]) =>
  new Set((await findKeywords(speech(lines))).map(({ content }) => content));

const trip = [
  'Today I have Petra Lindqvist with me, who rode to Istanbul.',
  'Did you train for it, Petra?',
  'I bought the bike in March, a steel frame.',
  'That is how Petra crossed the river at Passau.',
  'The jury gave Lindqvist a prize for the trip.',
];

it('counts the first or last name alone as the full name', async () => {
  const labels = await labelsOf(trip);
  expect(labels).toContain('Petra Lindqvist');
  expect(labels).not.toContain('Petra');
  expect(labels).not.toContain('Lindqvist');
  expect(await placesOf('Petra Lindqvist', trip)).toHaveLength(4);
});

it('leaves a name alone that two full names have', async () => {
  const family = [
    'The brothers are Karl Brandt and Otto Brandt from Bremen.',
    'People knew Brandt as a maker of clocks.',
    'The city bought a clock of Brandt for its tower.',
  ];
  expect(await labelsOf(family)).toContain('Brandt');
});

it('leaves words alone that are no names elsewhere', async () => {
  const rail = [
    'The line begins at South Station near the market.',
    'A new station opens in May.',
    'Trains stop at the station every hour.',
  ];
  expect(await labelsOf(rail)).toContain('station');
});

it('joins no German nouns', async () => {
  const bread = [
    'Wir nehmen einen Würfel Hefe und ein Kilo Mehl.',
    'Die Hefe braucht Wärme und Zeit.',
    'Ohne Hefe geht der Teig nicht auf.',
  ];
  expect(await labelsOf(bread)).toContain('Hefe');
});

it('leaves out the role before a name', async () => {
  const podcast = [
    'Welcome to Valley Talk.',
    'Today we speak with the farmer Tom Becker about the wind farm.',
    'I lease two fields to the company.',
    'The mayor Anna de Vries disagrees with the farmer Tom Becker.',
  ];
  const labels = await labelsOf(podcast);
  expect(labels).toContain('Tom Becker');
  expect([...labels].filter((label) => /(?:farmer|mayor) /.test(label))).toEqual([]);
});

it.each([
  ['Lena Fischer', 'Contact Lena Fischer', ['Contact Lena Fischer', 'Tickets and program']],
  ['Peter Novak', 'Email Peter Novak', ['Email Peter Novak today.', 'The festival begins in May.']],
  ['Northfield Castle', 'Visit Northfield Castle', ['Visit Northfield Castle on Sunday.', 'The festival begins.']],
  ['Hamburg', 'past Hamburg', ['The train runs past Hamburg.', 'Trains past Hamburg are late.']],
  ['Bremen', 'beyond Bremen', ['The road leads beyond Bremen.', 'Nothing beyond Bremen was damaged.']],
])('finds “%s” without the word before it, as in “%s”', async (name, longer, lines) => {
  const labels = await labelsOf(lines);
  expect(labels).toContain(name);
  expect(labels).not.toContain(longer);
});

it('keeps a name that begins like an order', async () => {
  const lines = ['Contact Energy sells power.', 'The shares of Contact Energy rose.'];
  expect(await labelsOf(lines)).toContain('Contact Energy');
});
