import { expect, it, test } from 'vitest';
import { withoutDoubledWord } from '../../../src/modules/transcription/doubled-word.ts';
import { speechLike } from '../../fixtures/speech.ts';
import { transcribe } from './run-transcription.ts';
import { evenWords, scriptedEngine } from './scripted-engine.ts';

const word = (text: string, start: number) => ({ text, start, end: start + 0.2 });
const chunk = { parts: [{ at: 0, from: 160_000, length: 16_000, speech: 1 }] };

/** Text behind a word that ends at 9.9 s, where the next chunk begins at 10 s. */
const after = (last: string, words: readonly string[], { end = 9.9, border = 160_000, start = 10 } = {}) => {
  const before = { word: { text: last, start: 9.6, end }, border };
  const placed = words.map((text, i) => word(text, start + i * 0.3));
  return withoutDoubledWord(placed, before, chunk).map(({ text }) => text);
};

test('leaves out a word of which two chunks have a part', () => {
  expect(after('the', ['the', 'harbor'])).toEqual(['harbor']);
  expect(after('Für', ['für', 'den', 'Hafen'])).toEqual(['den', 'Hafen']);
});

test.each<[string, string[], Parameters<typeof after>[2]?]>([
  ['no', ['no', 'way']],
  ['five', ['five', 'six']],
  ['that', ['that', 'works']],
  ['der', ['der', 'Bürgermeister']],
  ['in', ['in', 'May']],
  ['the.', ['The', 'harbor']],
  ['the', ['a', 'harbor']],
  ['the', ['the', 'harbor'], { border: 150_000 }],
  ['the', ['the', 'harbor'], { end: 9.5 }],
  ['the', ['the', 'harbor'], { start: 10.5 }],
])('keeps “%s | %s”', (last, words, options) => {
  expect(after(last, words, options)).toEqual(words);
});

it('doubles no word at the cut of speech without a pause', async () => {
  const engine = scriptedEngine((seconds, call) => {
    const words = evenWords(seconds);
    const at = call === 1 ? words.length - 1 : 0;
    const end = call === 1 ? seconds : words[at]!.end;
    return { words: words.with(at, { ...words[at]!, text: 'the', end }) };
  });
  const { segments } = await transcribe(engine, speechLike(40, 16_000, 1));
  expect(engine.asked.length).toBeGreaterThan(1);
  const text = segments.map(({ content }) => content).join(' ');
  expect(text.match(/\bthe\b/g)).toHaveLength(1);
});
