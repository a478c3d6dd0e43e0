import { expect, test } from 'vitest';
import { headlineOf } from '../../../src/modules/chapters/headline.ts';

test.each([
  [
    'Police in Greenville have arrested a man who is suspected of stealing paintings.',
    'Police in Greenville have arrested a man',
  ],
  [
    'The central bank has raised its key interest rate by half a percentage point this year.',
    'central bank has raised its key interest rate',
  ],
  [
    'The city council has approved a new tram line between the central station and the university.',
    'city council has approved a new tram line',
  ],
  [
    'Around thirteen hundred, monasteries in Europe began to use weights.',
    'monasteries in Europe began to use weights',
  ],
])('shortens “%s”', async (text, headline) => {
  expect(await headlineOf(text, 'en')).toBe(headline);
});

test('no headline ends within a verb', async () => {
  expect(await headlineOf('The clock of the cathedral has been running since last year.', 'en')).toBeNull();
});

test('a German clause ends with its verb, and is not cut', async () => {
  const text = 'Die Klinik in Altenbruch schließt zum Jahresende ihre Geburtsstation, sagt der Leiter.';
  expect(await headlineOf(text, 'de')).toBe('Klinik in Altenbruch schließt zum Jahresende ihre Geburtsstation');
  expect(
    await headlineOf(`Nach Jahren ${text.slice(4)}`.replace(',', ' und verlegt sie in die Stadt,'), 'de'),
  ).toBeNull();
});

test.each([
  ['She grew up on a farm in Andalusia.', 'en'],
  ['Two hundred days, I ate mostly rice and dried fish.', 'en'],
  ['What do bees find to eat in a city?', 'en'],
  ['Old wooden houses near the station.', 'en'],
  ['Nobody knows.', 'en'],
  ['Er hat den Bau beschlossen.', 'de'],
  ['Il pleut sur la ville depuis hier.', 'fr'],
])('“%s” makes no headline', async (text, language) => {
  expect(await headlineOf(text, language)).toBeNull();
});
