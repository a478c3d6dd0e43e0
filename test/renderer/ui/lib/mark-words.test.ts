import { describe, expect, test } from 'vitest';
import { filterFindings, filterWords, NO_FILTER } from '../../../../src/renderer/features/video/findings/filter.ts';
import {
  chainsOf,
  containsAny,
  markWords,
  type Piece,
  searchWords,
  wordsOf,
} from '../../../../src/renderer/ui/lib/mark-words.ts';
import { segment } from '../../features/video/segment.ts';

const show = (pieces: readonly Piece[]) =>
  pieces.map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text)).join('');

describe('marks words and their forms', () => {
  test.each([
    ['A red bike', 'bike', 'A red [bike]'],
    ['Two Bikes and biking', 'bike', 'Two [Bikes] and [biking]'],
    ['a carpet, a car', 'car', 'a carpet, a [car]'],
    ['Café NOIR', 'cafe noir', '[Café] [NOIR]'],
    ['<b>taxi</b>', '"taxi" -bus', '<b>[taxi]</b>'],
    ['日本 taxi', '日本', '[日本] taxi'],
    ['nothing', '', 'nothing'],
  ])('%j for %j', (text, query, expected) => {
    expect(show(markWords(text, wordsOf(query)))).toBe(expected);
  });
});

describe('marks what a search finds', () => {
  test.each([
    ['What happens to the old bridge?', 'when does the bridge open', 'What happens to the old [bridge]?'],
    ['Die alte Brücke in der Stadt', 'wo ist die Brücke', 'Die alte [Brücke] in der Stadt'],
    ['The die is cast', 'die', 'The [die] is cast'],
    ['To be or not', 'to be', '[To] [be] or not'],
    ['At the IT desk', 'the IT desk', 'At the [IT] [desk]'],
    ['Send an e-mail now', 'email', 'Send an [e-mail] now'],
    ['My email was lost', 'e-mail', 'My [email] was lost'],
    ['Flight LH454 departs', 'LH 454', 'Flight [LH454] departs'],
    ['Flight LH 454 departs', 'LH454', 'Flight [LH] [454] departs'],
    ['In the U.S.A. today', 'USA', 'In the [U.S.A]. today'],
    ['It costs $1,250,000 now', '1250000', 'It costs $[1,250,000] now'],
    ['It isn’t over', 'isnt', 'It [isn’t] over'],
    ['Free wifi here', 'wi fi', 'Free [wifi] here'],
    ['Łódź and Kraków', 'lodz', '[Łódź] and Kraków'],
    ['Düsseldorf und Köln', 'duesseldorf', '[Düsseldorf] und Köln'],
    ['hello 🎉 party', '🎉', 'hello [🎉] party'],
    ['great 👍🏽 work', '👍', 'great [👍🏽] work'],
    ['Die Bundestagswahl im Herbst', 'Wahl', 'Die Bundestags[wahl] im Herbst'],
    ['Die Bundestagswahl im Herbst', 'Bundestag', 'Die [Bundestag]swahl im Herbst'],
    ['They pay me $9,000 a year', 'nine thousand', 'They pay me $[9,000] a year'],
    ['Vierzehn Anlagen, 14 insgesamt', 'fourteen', '[Vierzehn] Anlagen, [14] insgesamt'],
    ['The train was late', 'rain', 'The train was late'],
    ['서울특별시청에서 만나요', '시청', '서울특별[시청]에서 만나요'],
    ['학교는 멀다', '학교에서', '[학교]는 멀다'],
    ['東京都庁に行きました', '都庁', '東京[都庁]に行きました'],
  ])('%j for %j', (text, query, expected) => {
    const pieces = markWords(text, searchWords(query));
    expect(show(pieces)).toBe(expected);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  });

  test('words that signs join are one word of a filter', () => {
    expect(chainsOf('e-mail 東京 desk')).toEqual(['e-mail', '東京', 'desk']);
    expect(containsAny('My email', chainsOf('e-mail'))).toBe(true);
  });
});

describe('marks parts of words', () => {
  test.each([
    ['a (b) c', '(B)', 'a [(b)] c'],
    ['Le Café rouge', 'cafe', 'Le [Café] rouge'],
    ['Le Cafe\u0301 rouge', 'CAFÉ', 'Le [Cafe\u0301] rouge'],
    ['Hauptstraße 5', 'STRASSE', 'Haupt[straße] 5'],
    ['bicycle', 'bi cyc', '[bicyc]le'],
    ['aaa', 'aa a', '[aaa]'],
    ['nothing', ' ', 'nothing'],
  ])('%j for %j', (text, query, expected) => {
    const pieces = markWords(text, filterWords(query), 'parts');
    expect(show(pieces)).toBe(expected);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  });

  test('a finding that passes the filter shows why', () => {
    const found = segment(0, 1, 'Größe und Crème brûlée', 'ocr');
    for (const text of ['creme', 'BRULEE', 'grosse', 'größe']) {
      const passes = filterFindings([found], { ...NO_FILTER, text }).length === 1;
      const marks = markWords(found.content, filterWords(text), 'parts').some((piece) => piece.isMarked);
      expect([text, marks]).toEqual([text, passes]);
    }
  });
});
