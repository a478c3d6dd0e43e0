import { expect, it } from 'vitest';
import { hasDanglingPronoun, refersBack } from '../../../../src/modules/shared/text/refers-back.ts';

it.each([
  "Today it's one in ten, and with children even less.",
  'Loosen it a little, and pull the handle up.',
  'Since 2006 fishing for it has been forbidden.',
  'A few years later he made a second discovery.',
  'Manchmal kommen sie erst nachts zurück.',
])('finds a pronoun without its noun in “%s”', (text) => expect(hasDanglingPronoun(text)).toBe(true));

it.each([
  'The mayor said she would resign in May.',
  'In May Petra told us that she had never ridden so far.',
  'Heute geht es um das Mittelalter.',
  'Die Milch darf nur lauwarm sein, sonst stirbt die Hefe, und sie geht nicht.',
  'Dinner was late.',
])('finds none in “%s”', (text) => expect(hasDanglingPronoun(text)).toBe(false));

it('recognizes a sentence that goes on with the one before it by its first word', () => {
  expect(refersBack('They argued for hours about the tram.')).toBe(true);
  expect(refersBack('Doch die Brücke bleibt zu.')).toBe(true);
  expect(refersBack('The bridge stays closed.')).toBe(false);
});
