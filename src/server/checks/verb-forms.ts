import { dictionary } from '../../base/dictionary.ts';
import { stemOf } from '../../db/text-index/terms.ts';
import type { QuoteWord } from '../evidence/citations/quote-words.ts';

/** Frequent irregular verbs, with the forms that differ from the first. */
const IRREGULAR: Readonly<Record<string, string>> = dictionary(
  Object.fromEntries(
    [
      'become became, begin began begun, break broke broken, bring brought, build built, buy bought, choose chose chosen',
      'come came, draw drew drawn, drive drove driven, fall fell fallen, feel felt, fight fought, find found, fly flew flown',
      'get got gotten, give gave given, go went gone, grow grew grown, hold held, keep kept, know knew known, lead led',
      'leave left, lose lost, make made, mean meant, meet met, pay paid, rise rose risen, run ran, sell sold, send sent',
      'show shown, speak spoke spoken, spend spent, stand stood, steal stole stolen, take took taken, teach taught',
      'think thought, throw threw thrown, understand understood, win won, write wrote written',
      'bringen brachte gebracht, finden fand gefunden, geben gab gegeben, gehen ging gegangen, gewinnen gewann gewonnen',
      'kommen kam gekommen, nehmen nahm genommen, schreiben schrieb geschrieben, verlieren verlor verloren',
      'bauen baute gebaut, beginnen begann begonnen, schliessen schloss geschlossen, steigen stieg gestiegen',
    ]
      .flatMap((line) => line.split(', '))
      .flatMap((entry) => {
        const [base, ...forms] = entry.split(' ');
        return forms.map((form) => [form, base!] as const);
      }),
  ),
);
/** Whether a word looks like the past of a verb: `raised`, `sold`, `erhöhte`. Pure. @param key folded */
export const isPastForm = (key: string): boolean =>
  Object.hasOwn(IRREGULAR, key) || /.{2}ed$/.test(key) || /.{3}te(?:n|st|t)?$/.test(key);

const PARTICIPLE = /^ge(.{4,}?)e?t$/;
const FINITE = /^(.{4,}?)(?:e?ten?|e?t|en?|(?<=[lr])n)$/;

/**
 * Returns a form that the tenses of a verb share: `sold` is `sell`, `sammelte` and `gesammelt` are `sammel`. Knows
 * frequent irregular verbs, and weak verbs in German. A word with a capital, such as a German noun, is its key. Pure.
 */
export function verbForm(text: string, { key, start }: QuoteWord): string {
  if (/^\p{Lu}/u.test(text.slice(start, start + 2))) return key;
  // The stemmer keeps the “y” of words without another vowel, but makes “fri” of “fries” and “fried”.
  const base = stemOf(IRREGULAR[key] ?? key).replace(/^([^aeiou]+)y$/, '$1i');
  return PARTICIPLE.exec(base)?.[1] ?? FINITE.exec(base)?.[1] ?? base;
}
