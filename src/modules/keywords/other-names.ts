import { PARTICLES, withFullNames } from './full-names.ts';
import type { nameKinds } from './name-kinds.ts';
import { labelOf } from './select.ts';
import type { Phrase } from './text.ts';
import type { Candidate } from './yake.ts';

/** More names would be an index of the whole video. */
const MAX_NAMES = 30;

/**
 * Persons, places, and organizations that are no keywords, since others set the video apart more, or since they are a
 * part of one, such as “Enugu” in “clinic in Enugu”. The most frequent first.
 * @param language of the texts, such as `de`
 */
export async function otherNames(
  candidates: readonly Candidate[],
  chosen: readonly Candidate[],
  kindOf: ReturnType<typeof nameKinds>,
  language: string,
): Promise<Candidate[]> {
  const whole = language === 'de' ? candidates : withFullNames(candidates);
  const names = whole
    .filter(
      ({ key, mentions }) => mentions.some(isName) && !/['’]s$/u.test(key) && !ACRONYM.test(mentions[0]![0]!.text),
    )
    .sort((a, b) => b.words.length - a.words.length || b.mentions.length - a.mentions.length || a.score - b.score);
  const known = chosen.filter((keyword) => /^\p{Lu}\S*(?: \p{Lu}\S*)*$/u.test(labelOf(keyword)));
  const found: Candidate[] = [];
  for (const name of names) {
    if (found.length >= MAX_NAMES) break;
    if ([...known, ...found].some(({ key }) => ` ${key} `.includes(` ${name.key} `))) continue;
    if ((await kindOf(labelOf(name))) !== undefined) found.push(name);
  }
  return found.sort((a, b) => b.mentions.length - a.mentions.length || a.score - b.score);
}

/** Of a thing as likely as of an organization. */
const ACRONYM = /^\p{Lu}{2,}$/u;

/** Whether it is written like a name. The first word of a sentence has a capital anyway. */
const isName = (mention: Phrase) =>
  mention.every(({ cased, text, key }, i) =>
    i === 0 && mention.length > 1 ? /^\p{Lu}/u.test(text) : cased || PARTICLES.has(key),
  );
