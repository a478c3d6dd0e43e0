import { meaningfulTerms } from '../../../attribution/meaningful-terms.ts';
import type { NameKind, Segment } from '../../../contract/analysis/segment.ts';
import { termsOf } from '../../../db/text-index/terms.ts';
import { citeFinding } from '../attribution/citations.ts';
import { quoteFinding } from '../finding-text.ts';
import { type Fact, type FactRequest, isFrom } from './fact-parts.ts';
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

/** Lists the persons, places, or organizations whose names occur in speech or text, in order of their first mention. */
export function namesFact({ text, segments, language }: FactRequest): Fact | null {
  const [kind, words] = KINDS.find(([, asked]) => asked.test(text)) ?? [];
  if (!kind || !ASKED.test(text)) return null;
  if (meaningfulTerms(text.replace(words!, ' ')).some((term) => !OTHER_TERMS.has(term))) return null;
  if (kind === 'person' && !MENTIONED.test(text)) return null;
  const found = segments.filter((segment) => isFrom('keywords')(segment) && segment.data?.['name_kind'] === kind);
  if (found.length === 0) return null;
  const names = [...Map.groupBy(found, ({ content }) => content).values()].map((mentions) => {
    const cited = mentions.slice(0, MAX_CITATIONS).map((mention: Segment) => citeFinding(mention));
    return `${quoteFinding(mentions[0]!, language)} ${cited.join(' ')}`;
  });
  return { sentence: FACT_TEXTS[language].names[kind](names), evidence: found, quoted: [] };
}
