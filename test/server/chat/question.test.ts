import { describe, expect, test } from 'vitest';
import { readQuestion } from '../../../src/server/chat/question.ts';
import { HELD_OUT_PAIRS, KNOWN_PAIRS } from './question-pairs.ts';

/** Text that a question is answered by, after others. */
function textAfter(before: readonly string[], text: string): string {
  const messages = before.flatMap((content) => [
    { role: 'user' as const, content },
    { role: 'assistant' as const, content: 'At …' },
  ]);
  return readQuestion(text, messages).text;
}

test('asks for people by “anybody” only if nothing else is named', () => {
  for (const text of ['Does anybody mention Tokyo?', 'Erwähnt jemand Tokyo?', 'Did someone say Tokyo?']) {
    const { labels, terms } = readQuestion(text, []);
    expect(labels, text).toEqual([]);
    expect(terms.at(-1), text).toBe('tokyo');
  }
  expect(readQuestion('Is anybody seen?', []).labels).toEqual(['person']);
});

test('asks for a part of the video only if it is one of the video', () => {
  const partsOf = (text: string) => readQuestion(text, []).parts;
  expect(partsOf('What are repeated words at the beginning of sentences called?')).toEqual([]);
  expect(partsOf('Was geschah am Ende des Krieges?')).toEqual([]);
  expect(partsOf('What happens at the beginning of the video?')).toEqual(['opening']);
  expect(partsOf('Was sagt sie am Ende des Films?')).toEqual(['ending']);
  expect(partsOf('Was ist am Anfang zu sehen?')).toEqual(['opening']);
  expect(partsOf('How did he start keeping bees?')).toEqual([]);
  expect(partsOf('How did the fire start?')).toEqual([]);
  expect(partsOf('Wie endet der Krieg?')).toEqual([]);
  expect(partsOf('How does the interview end?')).toEqual(['ending']);
  expect(partsOf('How does it start?')).toEqual(['opening']);
  expect(partsOf('Wie beginnt der Film?')).toEqual(['opening']);
  expect(partsOf('Wie hört das Gespräch auf?')).toEqual(['ending']);
});

describe('follow-up questions', () => {
  test.each(KNOWN_PAIRS)('$before – $text: $isFollowUp', ({ before, text, isFollowUp }) => {
    expect(textAfter([before], text) !== text).toBe(isFollowUp);
  });

  test('are told from others in pairs that the rules were not written by', () => {
    const wrong = HELD_OUT_PAIRS.filter(
      ({ before, text, isFollowUp }) => (textAfter([before], text) !== text) !== isFollowUp,
    );
    expect(wrong.map(({ text }) => text)).toEqual(['Who else is there with a camera?']);
  });

  test.each([
    [['How much did the bridge cost?'], 'And when will it open?', 'bridge And when will it open?'],
    [['How much did the bridge cost?', 'And when will it open?'], 'Who built it?', 'bridge Who built it?'],
    [['What does Mia Kern carry?'], 'Where does she work?', 'Mia Kern Where does she work?'],
    [['Was kostet die neue Brücke?'], 'Wann wird sie eröffnet?', 'Brücke Wann wird sie eröffnet?'],
    [['When does the red car stop?'], 'Who drives it?', 'red car Who drives it?'],
    [['Where is the red car?'], 'And the dog?', 'Where is the red car? And the dog?'],
    [['Where is the red car?'], 'What is it?', 'Where is the red car? What is it?'],
  ])('%j – %s: by the nouns before a pronoun, by all before an ellipsis', (before, text, expected) => {
    expect(textAfter(before, text)).toBe(expected);
  });

  test('go back to the last question that names a subject, unless a later one was about the whole video', () => {
    const messages = (...texts: string[]) => texts.map((content) => ({ role: 'user' as const, content }));
    expect(readQuestion('Why?', messages('Where is the red car?', 'And then?')).terms).toEqual(['red', 'car']);
    expect(readQuestion('Why?', messages('Which brands appear?', 'What is this video about?')).terms).toEqual([]);
  });
});
