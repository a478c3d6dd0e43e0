import type { NameKind, SegmentDraft } from '../../contract/analysis/segment.ts';
import { PARTICLES } from './full-names.ts';
import { isPlaceName, isTimeOrLanguage } from './place-names.ts';
import { taggedKind } from './tagged-names.ts';

/** A text around a name in it. */
interface Mention {
  before: string;
  after: string;
}

const ORGANIZATION =
  /(?:^|\s)(?:Inc|Corp|Corporation|Ltd|LLC|GmbH|AG|KG|SE|FC|University|College|Institute|Ministry|Department|Council|Committee|Commission|Bank|Company|Agency|Authority|Service|Union|Club|Association|Federation|Foundation|Party|Parliament|Museum|Hospital|Universität|Hochschule|Bundestag|Landtag|Klinik)\.?(?:$|\s)|(?:ministerium|verein|verband|stiftung|gesellschaft|genossenschaft|gewerkschaft|behörde)$/u;
const ACRONYM = /^\p{Lu}{3,5}$/u;
/** Acronyms of things, which also follow “the”. */
const THING =
  /^(?:AED|API|ATM|BBQ|CCTV|CEO|CFO|CPU|CSS|CSV|CTO|DIY|DNA|DVD|FAQ|GDP|GPS|GPU|HDMI|HDR|HTML|HTTP|IPO|ISO|LCD|LED|MRI|NDA|OLED|PCR|PDF|PIN|RAM|RGB|RNA|ROI|SIM|SMS|SQL|SSD|SUV|URL|USB|VAT|VPN|VIP|WLAN|XML|ZIP)s?$/;
/** Words within names of places and organizations, too. */
const INNER_WORDS = new Set([...PARTICLES, 'am', 'and', 'und', 'for', 'für']);
/** “To” follows what moves: one also welcomes to a show, and talks to people. */
const PREPOSITION =
  /(?:^|\s)(?:in|near|from|at|outside|across|nach|aus|(?:go|goes|going|gone|went|come|comes|coming|came|move|moves|moving|moved|drive|drove|driving|travel|traveled|traveling|flew|fly|flying|return|returned|returning|road|way|train|flight|trip|journey) to)\s$/iu;
/** People are from a place or an employer, which has more words: “Marcus from Byte Size Security”. */
const EMPLOYER_PREPOSITION = /(?:^|\s)(?:at|from)\s$/iu;
const GERMAN_PREPOSITION = /(?:^|\s)(?:in|nach|aus)\s$/iu;
const TITLE =
  /(?:^|\s)(?:Mr|Mrs|Ms|Dr|Prof|Professor|Sir|Herrn?|Frau|mayor|coach|chief|captain|judge|president|minister|king|queen|senator|I am|I[’']m|my name is|called|mein Name ist|heißt)\.?\s$/iu;
/** Also followed by what one is. */
const GERMAN_SELF = /(?:^|\s)ich bin\s$/iu;
/** A noun of somebody's work: “our reporter”. */
const ROLE =
  /(?:^|\s)(?!(?:after|under|other|another|never|ever|together|whether|rather|later|former|however|either|neither|over|offer|order|number|water|summer|winter|december|september|october|november)\s)\p{Ll}{3,}(?:er|or|ist|ian|man|woman)\s$/u;
/** The same in German, where it has a capital. */
const GERMAN_ROLE = /^\p{Lu}\p{Ll}{2,}(?:er|erin|orin?|ent|entin|istin?|eurin?|mann|frau|kollege|kollegin)$/u;
const ARTICLE = /^(?:die|der|den|dem|ein|eine|einem|einer|unsere?r?|unserem|ihre?|seine?|und)$/iu;
/** Followed by what somebody does: “Martin Keller, who runs the station”. */
const WHO = /^,\s(?:who|whose|whom)(?!\p{L})/u;
const SPEAKING =
  /^,?\s(?:says?|said|told|explains?|explained|thinks|believes|argues|sagt|sagte|erklärt|meint)(?!\p{L})/iu;

const BEFORE_WORD = /[\p{L}\p{N}]$/u;
const AFTER_WORD = /^[\p{L}\p{N}]/u;

/** Places of a name in texts, without those that are written in capitals all over. */
function mentionsOf(name: string, texts: readonly string[]): Mention[] {
  return texts.flatMap((text) => {
    if (text === text.toUpperCase()) return [];
    const found: Mention[] = [];
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      const mention = { before: text.slice(0, at), after: text.slice(at + name.length) };
      if (!BEFORE_WORD.test(mention.before) && !AFTER_WORD.test(mention.after)) found.push(mention);
    }
    return found;
  });
}

/** Whether a text ends in the noun of somebody's work, unlike “Keller” after “Martin”. */
function endsInRole(text: string, language: string): boolean {
  if (ROLE.test(text)) return true;
  const [before, role] = text.trimEnd().split(/\s/).slice(-2);
  if (language !== 'de') return false;
  if (role === undefined) return GERMAN_ROLE.test(before ?? '');
  return GERMAN_ROLE.test(role) && (ARTICLE.test(before!) || !/^\p{Lu}/u.test(before!));
}

/** “The owner, Helen Brooks, …” */
const isApposition = (before: string, after: string, language: string) =>
  /,\s$/.test(before) && /^[,.]/.test(after) && endsInRole(before.replace(/,\s$/, ' '), language);

/**
 * Kind of a name, by its words and by those before and after it; undefined for topics, and for names that nothing
 * identifies.
 * @param texts in which it occurs @param language of the texts, such as `de`
 */
export async function nameKind(
  name: string,
  texts: readonly string[],
  language: string,
): Promise<NameKind | undefined> {
  const words = name.split(/\s+/);
  if (!words.every((word) => /^\p{Lu}/u.test(word) || INNER_WORDS.has(word))) return undefined;
  if (isTimeOrLanguage(name)) return undefined;
  if (isPlaceName(name)) return 'place';
  const all = mentionsOf(name, texts);
  // In “the Larkfield Rowing Club” the article is not that of Larkfield. German nouns have capitals, too.
  const alone = language === 'de' ? all : all.filter(({ after }) => !/^\s\p{Lu}/u.test(after));
  const mentions = alone.length > 0 ? alone : all;
  if (mentions.length === 0) return undefined;
  const isOrganization = ORGANIZATION.test(name) && (words.length > 1 || language === 'de');
  const hasArticle = mentions.some(({ before }) => /(?:^|\s)(?:an?|the|die|der|des)\s$/iu.test(before));
  if (isOrganization || (ACRONYM.test(name) && hasArticle && !THING.test(name))) return 'organization';
  if (hasArticle) return undefined;
  const isPerson = ({ before, after }: Mention) =>
    TITLE.test(before) ||
    (GERMAN_SELF.test(before) && !GERMAN_ROLE.test(name)) ||
    (words.length > 1 &&
      (endsInRole(before, language) ||
        isApposition(before, after, language) ||
        SPEAKING.test(after) ||
        WHO.test(after)));
  if (mentions.some(isPerson)) return 'person';
  // In German, one capital identifies no name, and the tagger knows no German words.
  const tagged = words.length > 1 || language !== 'de' ? await taggedKind(name) : undefined;
  if (tagged === 'person' || (tagged !== undefined && language !== 'de')) return tagged;
  // German nouns have capitals: one after “in” may be anything.
  const preposition = language === 'de' ? GERMAN_PREPOSITION : PREPOSITION;
  const isPlaced = ({ before }: Mention) =>
    preposition.test(before) && !(words.length > 1 && EMPLOYER_PREPOSITION.test(before));
  const placed = mentions.filter(isPlaced).length;
  const isPlace = language === 'de' ? placed >= 2 && placed === mentions.length : placed * 2 > mentions.length;
  return isPlace ? 'place' : undefined;
}

/** Kinds of names in the same texts, each found once. Parameters as of {@link nameKind}. */
export function nameKinds(texts: readonly string[], language: string): (name: string) => Promise<NameKind | undefined> {
  const kinds = new Map<string, Promise<NameKind | undefined>>();
  return (name) => {
    const kind = kinds.get(name) ?? nameKind(name, texts, language);
    kinds.set(name, kind);
    return kind;
  };
}

/** Adds the kinds of names to keywords. */
export async function withNameKinds(
  keywords: readonly SegmentDraft[],
  kindOf: ReturnType<typeof nameKinds>,
): Promise<SegmentDraft[]> {
  const found: SegmentDraft[] = [];
  for (const keyword of keywords) {
    const kind = await kindOf(keyword.content);
    found.push(kind === undefined ? keyword : { ...keyword, data: { ...keyword.data, name_kind: kind } });
  }
  return found;
}
