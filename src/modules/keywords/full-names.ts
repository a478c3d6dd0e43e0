import type { Phrase, Sentence, TimedToken } from './text.ts';
import type { Candidate } from './yake.ts';

/** Words within a name. */
export const PARTICLES: ReadonlySet<string> = new Set('of the de la le du des di da del van von der den zu'.split(' '));

const PREPOSITIONS: ReadonlySet<string> = new Set(
  'past near across beyond behind beside opposite outside inside alongside amid versus despite throughout beneath below'.split(
    ' ',
  ),
);
const ORDERS: ReadonlySet<string> = new Set(
  'contact call email phone ask visit meet join invite follow watch support read'.split(' '),
);

/** Divides the phrases of an English sentence at a preposition or an order before a name: “Contact Lena Fischer”. */
export function dividedBeforeNames(sentence: Sentence): Phrase[] {
  return sentence.flatMap((phrase) => {
    const parts: TimedToken[][] = [[]];
    for (const [i, token] of phrase.entries()) {
      if (isBeforeName(phrase, i)) parts.push([]);
      else parts.at(-1)!.push(token);
    }
    return parts.filter((part) => part.length > 0);
  });
}

function isBeforeName(phrase: Phrase, i: number): boolean {
  const { key, text } = phrase[i]!;
  if (!phrase[i + 1]?.cased) return false;
  if (PREPOSITIONS.has(key)) return /^\p{Ll}/u.test(text);
  // “Contact Energy” is a name.
  return i === 0 && ORDERS.has(key) && phrase[i + 2]?.cased === true;
}

/**
 * Counts a first or last name that stands alone as a mention of the full name that has it, if there is only one:
 * “Petra” of “Petra Lindqvist”. For texts whose capitals mark names.
 */
export function withFullNames(candidates: readonly Candidate[]): Candidate[] {
  const fullNames = candidates.filter(({ words, mentions }) => words.length > 1 && mentions.some(isName));
  const merged = new Map<Candidate, Candidate[]>();
  for (const part of candidates.filter(isSingleName)) {
    const owners = fullNames
      .filter(({ words }) => words.includes(part.key))
      .sort((a, b) => b.words.length - a.words.length);
    const [owner] = owners;
    if (!owner || !owners.every(({ key }) => ` ${owner.key} `.includes(` ${key} `))) continue;
    merged.set(owner, [...(merged.get(owner) ?? []), part]);
  }
  const parts = new Set([...merged.values()].flat());
  return candidates.filter((one) => !parts.has(one)).map((one) => merge(one, merged.get(one) ?? []));
}

/**
 * Leaves out names with words before them that are no part of them: “farmer Tom Becker” and “farmer Tom” beside “Tom
 * Becker”. For texts whose capitals mark names.
 */
export function withoutRoles(candidates: readonly Candidate[]): Candidate[] {
  const fullNames = candidates.filter(({ words, mentions }) => words.length > 1 && mentions.some(isName));
  const isPreceded = ({ words, mentions: [first] }: Candidate) => {
    const at = first!.findIndex(({ cased }) => cased);
    const name = `${words.slice(at).join(' ')} `;
    const isRole = at > 0 && first!.slice(0, at).every(({ text, key }) => /^\p{Ll}/u.test(text) && !PARTICLES.has(key));
    return isRole && fullNames.some(({ key }) => `${key} `.startsWith(name));
  };
  return candidates.filter((one) => !isPreceded(one));
}

const isName = (mention: Candidate['mentions'][number]) => mention.every(({ cased }) => cased);

/** Whether it is written like a name wherever it comes up; at the start of a sentence, any word is. */
function isSingleName({ words, mentions }: Candidate): boolean {
  return words.length === 1 && mentions.some(isName) && mentions.every(([word]) => /^\p{Lu}/u.test(word!.text));
}

function merge(name: Candidate, parts: readonly Candidate[]): Candidate {
  const within = new Set(name.mentions.flat());
  const alone = parts.flatMap(({ mentions }) => mentions.filter(([word]) => !within.has(word!)));
  return {
    ...name,
    mentions: [...name.mentions, ...alone].sort((a, b) => a[0]!.start - b[0]!.start),
    score: Math.min(name.score, ...parts.map(({ score }) => score)),
  };
}
