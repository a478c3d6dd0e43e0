import { meaningfulTerms } from '../../../attribution/meaningful-terms.ts';
import type { NameKind, Segment } from '../../../contract/analysis/segment.ts';
import { termsOf } from '../../../db/text-index/terms.ts';
import { citeFinding } from '../attribution/citations.ts';
import { quoteFinding } from '../finding-text.ts';
import { type Fact, type FactRequest, sortByTime } from './fact-parts.ts';
import { FACT_TEXTS } from './fact-texts.ts';

/** Asks for all: “Which”, “List”, “Who”. */
const ASKED =
  /^\W*(?:(?:and|und|please|bitte) )?(?:which|what|who|whose|list|name|give|show|find|are (?:there )?any|welche\p{L}?|wer|wessen|nenne?|liste|zeige?|finde|gibt es)(?!\p{L})/iu;
const KINDS: readonly [NameKind, RegExp][] = [
  [
    'place',
    /(?<!\p{L})(?:places?|locations?|cit(?:y|ies)|towns?|countr(?:y|ies)|orte?n?|st[aä]dte?n?|l[aä]nder)(?!\p{L})/iu,
  ],
  ['organization', /(?<!\p{L})(?:organi[sz]ation(?:s|en)?|compan(?:y|ies)|firms?|firma|firmen|unternehmen)(?!\p{L})/iu],
  ['person', /(?<!\p{L})(?:people|persons?|names?|who|whose|personen|leute|menschen|namen|wer|wessen)(?!\p{L})/iu],
];
/** Names are mentioned; people are also on screen. */
const MENTIONED =
  /(?<!\p{L})(?:mention(?:s|ed)?|named?|names|talked about|spoken (?:about|of)|comes? up|genannt|erwähnt|namen|besprochen)(?!\p{L})/iu;
/** Words beside those that name the kind. */
const OTHER_TERMS = new Set(
  termsOf(
    `mention mentioned name named names talk talked about spoken come up list all every give show find there any namen genannt
     erwähnt besprochen nenne liste zeige finde alle auf`,
    'query',
  ),
);
const MAX_CITATIONS = 3;

/** The kind of names that a question asks for, provided that it asks for all of them; undefined for others. */
export function askedNames(text: string): NameKind | undefined {
  const [kind, words] = KINDS.find(([, asked]) => asked.test(text)) ?? [];
  if (!kind || !ASKED.test(text) || (kind === 'person' && !MENTIONED.test(text))) return undefined;
  const others = meaningfulTerms(text.replace(words!, ' ')).filter((term) => !OTHER_TERMS.has(term));
  return others.length > 0 ? undefined : kind;
}

/** Keywords that are names of a kind, by their spelling; in order of their first mention. */
export function namesOf(segments: readonly Segment[], kind: NameKind): Map<string, Segment[]> {
  const names = segments.filter(({ module, data }) => module === 'keywords' && data?.['name_kind'] === kind);
  return Map.groupBy(names, ({ content }) => content);
}

/** Lists the persons, places, or organizations whose names occur in speech or text. */
export function namesFact({ text, segments, language }: FactRequest): Fact | null {
  const kind = askedNames(text);
  const found = kind ? [...namesOf(segments, kind).values()] : [];
  if (!kind || found.length === 0) return null;
  const names = found.map((mentions) => {
    const cited = mentions.slice(0, MAX_CITATIONS).map((mention) => citeFinding(mention));
    return `${quoteFinding(mentions[0]!, language)} ${cited.join(' ')}`;
  });
  return { sentence: FACT_TEXTS[language].names[kind](names), evidence: sortByTime(found.flat()), quoted: [] };
}
