import { expect, test } from 'vitest';
import type { Segment } from '../../../src/contract/analysis/segment.ts';
import { matchStatement } from '../../../src/server/checks/match-statement.ts';
import { createSourceReader } from '../../../src/server/checks/sources.ts';
import { readStatement } from '../../../src/server/checks/statement.ts';

const EN = 'We raised 60,000 pounds for the hospital in Northfield.';
const DE = 'Wir haben 60.000 Pfund für das Krankenhaus in Nordheim gesammelt.';

/** Whether a sentence of Linda Moss states the same, is about the same, or neither; and the correction. */
function match(text: string, sentence: string) {
  const line = {
    id: '1',
    content: sentence,
    start_time: 0,
    end_time: 3,
    data: { speaker: 'Linda Moss', speaker_id: 'S1' },
  } as Segment;
  const [found] = createSourceReader(1)('job', 'transcription', [line], false).sentences;
  const { isSame, isNear, corrected } = matchStatement(readStatement(text), found!);
  return [isSame ? 'same' : isNear ? 'near' : 'none', corrected];
}

test.each([
  ['another subject', 'The foundation raised 60,000 pounds.', EN],
  ['another subject in German', 'Die Stiftung hat 60.000 Pfund gesammelt.', DE],
  ['the name of the speaker', 'Linda Moss raised 60,000 pounds.', EN],
  ['the passive', '60,000 pounds were raised by the foundation.', EN],
  ['the passive in German', '60.000 Pfund wurden von der Stiftung gesammelt.', DE],
  ['a time before it', 'In 2019, the company fired 300 people.', 'In 2019 we fired 300 people.'],
  ['reported speech', 'The foundation says that it has raised £60,000.', EN],
  ['another tense', 'The foundation is selling 12 houses.', 'We sold 12 houses.'],
  ['a short verb in -y', 'The cook fries 12 onions.', 'We fry 12 onions.'],
  ['the past of a short verb in -y', 'The foundation tried 12 recipes.', 'We try 12 recipes.'],
  ['another tense in German', 'Die kleine Stiftung sammelte 60.000 Pfund.', DE],
  ['a date', 'Der Bürgermeister eröffnete am 3. Mai die Brücke.', 'Ich habe am dritten Mai die Brücke eröffnet.'],
])('the same with %s', (_, text, sentence) => {
  expect(match(text, sentence)[0]).toBe('same');
});

test.each([
  ['The museum has 200 paintings.', 'Each day 200 visitors see paintings in the museum.', 'none'],
  ['The museum has 200 paintings.', 'Our museum has 200 old Dutch paintings.', 'same'],
  ['The museum has 200 paintings.', 'The paintings in our museum are 200 today.', 'same'],
  ['Das Museum hat 200 Gemälde.', 'Jeden Tag sehen 200 Besucher die Gemälde im Museum.', 'none'],
  ['Das Museum hat 200 Gemälde.', 'Das Museum hat 200 alte Gemälde.', 'same'],
  ['The company has 12 managers.', 'Our company has 12 sales managers.', 'same'],
  ['The company has 12 managers.', 'Our company has 12 famous old managers.', 'same'],
  ['The company has 12 managers.', 'Company managers: 12', 'same'],
  ['Die Stadt hat 12 Kräne.', 'In 12 Monaten baut die Stadt neue Kräne.', 'none'],
  ['The school has 12 teachers and 300 pupils.', 'The school has 300 teachers and 12 pupils.', 'near'],
  ['The school has 12 teachers.', 'In 12 years no teachers left the school.', 'none'],
])('%s, where the source has: %s', (text, sentence, expected) => {
  expect(match(text, sentence)[0]).toBe(expected);
});

test.each([
  ['a number', 'The foundation raised 50,000 pounds.', EN, 'The foundation raised 60,000 pounds.'],
  ['a number in German', 'Die Stiftung sammelte 50.000 Pfund.', DE, 'Die Stiftung sammelte 60.000 Pfund.'],
  ['a unit', 'The foundation raised 60,000 euros.', EN, 'The foundation raised 60,000 pounds.'],
  ['the sign of a unit', 'The foundation raised €60,000.', EN, 'The foundation raised 60,000 pounds.'],
  [
    'a name',
    'The foundation raised 60,000 pounds in Southfield.',
    EN,
    'The foundation raised 60,000 pounds in Northfield.',
  ],
  [
    'a number in a German order',
    'Die Stiftung hat im Mai 50.000 Pfund gesammelt.',
    'Im Mai sammelten wir 60.000 Pfund.',
    'Die Stiftung hat im Mai 60.000 Pfund gesammelt.',
  ],
  [
    'a noun behind the same article',
    'The school raised 50 pounds.',
    'The church raised 50 pounds.',
    'The church raised 50 pounds.',
  ],
  ['a noun behind another article', 'Die Schule sammelte 50 Pfund.', 'Der Verein sammelte 50 Pfund.', null],
  ['a name as the subject', 'Berlin raised 60,000 pounds.', EN, null],
  ['a date with a number', 'The school opened on May 3.', 'We opened the school with 120 pupils.', null],
  [
    'a month',
    'The bridge will be closed in May.',
    'The bridge will be closed in June.',
    'The bridge will be closed in June.',
  ],
  ['a month, beside a place', 'The bridge in Northfield opens in April.', 'The bridge opens in March.', null],
  ['a number, beside a place', 'Die Brücke in Nordheim kostet 40 Millionen.', 'Die Brücke kostet 42 Millionen.', null],
  ['a unit in German', 'Die Stiftung hat 60.000 Euro gesammelt.', DE, 'Die Stiftung hat 60.000 Pfund gesammelt.'],
  [
    'the subject, beside a pronoun',
    'The company fired 300 people.',
    'The bank fired 300 people, and we fired 200.',
    'The bank fired 300 people.',
  ],
  ['a negation', 'The foundation never raised 60,000 pounds.', EN, null],
  ['a negation in German', 'Die Stiftung hat keine 60.000 Pfund gesammelt.', DE, null],
  ['a part', 'The foundation raised 60,000 pounds in March.', EN, null],
  ['the time', 'Yesterday the foundation raised 60,000 pounds.', EN, null],
  ['the verb', 'The foundation rejected 60,000 pounds for the hospital.', EN, null],
  ['the verb in German', 'Die Stiftung verweigerte 60.000 Pfund für das Krankenhaus.', DE, null],
  ['a verb before it', 'The foundation failed to raise 60,000 pounds.', EN, null],
  ['a verb that denies it', 'The foundation denied that it raised 60,000 pounds.', EN, null],
  ['a verb and a form in -ing', 'The foundation regrets raising 60,000 pounds.', EN, null],
  [
    'the subject of another clause',
    'The foundation raised 60,000 pounds.',
    'We heard that a bank raised 60,000 pounds.',
    null,
  ],
])('not the same with another one of %s', (_, text, sentence, corrected) => {
  expect(match(text, sentence)).toEqual(['near', corrected]);
});

test('nothing that was not said', () => {
  expect(match('The foundation closed three schools in June.', EN)[0]).toBe('none');
  expect(match('The library in Northfield opens in April.', 'The bridge opens in March.')[0]).toBe('none');
  expect(match('Eine Ziege kostet achtzig Euro.', 'Ein Kilo Käse kostet dreißig Euro.')[0]).toBe('none');
});

test.each([
  [
    'the future of what has happened',
    'The council will raise the taxes in Northfield.',
    'We raised the taxes in Northfield.',
  ],
  [
    'the past of what will happen',
    'The council raised the taxes in Northfield.',
    'We will raise the taxes in Northfield.',
  ],
  ['the past of what is going to happen', 'The council has sold 12 houses.', 'We are going to sell 12 houses.'],
  [
    'an intention of what has happened',
    'The council plans to raise the taxes in Northfield.',
    'We raised the taxes in Northfield.',
  ],
  [
    'a possibility of what has happened',
    'The council could raise the taxes in Northfield.',
    'We raised the taxes in Northfield.',
  ],
  [
    'a possibility of what will happen',
    'The council may raise the taxes in Northfield.',
    'We will raise the taxes in Northfield.',
  ],
  ['an intention of what is possible', 'The council wants to sell 12 houses.', 'We could sell 12 houses.'],
  ['the short future', 'The council sold 12 houses.', 'We’ll sell 12 houses.'],
  [
    'the future in German',
    'Die Stadt wird die Steuern in Nordheim erhöhen.',
    'Wir haben die Steuern in Nordheim erhöht.',
  ],
  ['the past in German', 'Die Stadt erhöhte die Steuern in Nordheim.', 'Wir werden die Steuern in Nordheim erhöhen.'],
  [
    'a possibility in German',
    'Die Stadt könnte die Steuern in Nordheim erhöhen.',
    'Wir haben die Steuern in Nordheim erhöht.',
  ],
])('not the same with %s', (_, text, sentence) => {
  expect(match(text, sentence)[0]).not.toBe('same');
});

test.each([
  [
    'the future',
    'The council will raise the taxes in Northfield.',
    'The council is going to raise the taxes in Northfield.',
  ],
  ['the future in reported speech', 'it would raise the taxes in Northfield', 'We will raise the taxes in Northfield.'],
  [
    'the present for the future',
    'The bridge in Northfield closes on Monday.',
    'The bridge in Northfield will close on Monday.',
  ],
  ['what was possible', 'they could sell 12 houses', 'We can sell 12 houses.'],
  [
    'the future in German',
    'Die Stadt werde die Steuern in Nordheim erhöhen.',
    'Wir werden die Steuern in Nordheim erhöhen.',
  ],
])('the same with %s', (_, text, sentence) => {
  expect(match(text, sentence)[0]).toBe('same');
});
