/** Verbs that introduce speech, in English and German. */
const SAYING =
  'said|says|say|told|tells|asked|asks|added|adds|explained|explains|announced|announces|stated|states|claimed|claims|warned|warns|' +
  'insisted|insists|argued|argues|noted|notes|wrote|writes|replied|answered|continued|recalled|declared|promised|admitted|stressed|' +
  'reported|reports|confirmed|confirms|denied|remarked|pointed out|' +
  'sagte|sagt|sagen|sagten|erklärte|erklärt|betonte|betont|meinte|meint|berichtete|berichtet|ergänzte|ergänzt|warnte|warnt|' +
  'versprach|verspricht|behauptete|behauptet|antwortete|fragte|räumte ein|kündigte an|teilte mit|bestätigte|bestätigt|schrieb|schreibt|erzählte|erzählt';
const PARTICLES = 'van|von|vom|zu|de|der|den|da|di|dos|bin|ibn|al|el|la|le|du';
const NAME = String.raw`\p{Lu}[\p{L}’'.-]*(?:\s+(?:(?:${PARTICLES})\s+){0,2}\p{Lu}[\p{L}’'.-]*){0,4}`;
/** A name, perhaps behind a lowercase title. */
const NOUN = String.raw`(?<article>(?:the|a|an|der|die|das|dem|ein|eine|einer)\s+)?(?:\p{Ll}[\p{L}-]+\s+){0,3}?(?<name>${NAME})`;
const SAID = String.raw`(?:(?:has|have|had|also|later|then|auch|später|dann|hat|haben)\s+)?(?<verb>${SAYING})`;
const SOURCE = '(?:according to|in the words of|laut|zufolge|so|nach Angaben von|nach den Worten von|wie)';

/** Words with a capital that are no names. */
const NO_NAMES = new Set(
  (
    'he she they it we i you this that these those the a an but and so yesterday today later meanwhile there what who when then ' +
    'er sie es wir ich ihr man das die der dies diese dieser aber und so gestern heute später dann dort was wer wenn ' +
    'officials police critics experts scientists researchers reporters witnesses people residents authorities organizers parents ' +
    'students many some others everyone nobody experten kritiker beamte zeugen forscher wissenschaftler behörden anwohner eltern viele manche andere'
  ).split(' '),
);

const AFTER_QUOTE = [
  new RegExp(String.raw`^[\s,.!?;:—–-]*${SAID}\s+${NOUN}`, 'u'),
  new RegExp(String.raw`^[\s,.!?;:—–-]*${NOUN}\s+${SAID}(?!\p{L})`, 'u'),
  new RegExp(String.raw`^[\s,.!?;:]*(?:${SOURCE})\s+${NOUN}`, 'u'),
  new RegExp(String.raw`^\s*[—–-]{1,2}\s?${NOUN}`, 'u'),
];
const BEFORE_QUOTE = [
  new RegExp(String.raw`${NOUN}(?:,[^,.!?]{1,60},)?\s+${SAID}[^.!?"“”„«»]{0,60}$`, 'u'),
  new RegExp(String.raw`(?<!\p{L})${SAID}\s+${NOUN}[^.!?"“”„«»]{0,60}$`, 'u'),
  new RegExp(
    String.raw`(?<!\p{L})(?:[Aa]ccording to|[Ii]n the words of|[Ll]aut|[Nn]ach Angaben von|[Nn]ach den Worten von)\s+${NOUN}[^.!?"“”„«»]{0,60}$`,
    'u',
  ),
  new RegExp(String.raw`^\s*(?:[*_]{0,2})${NOUN}(?:[*_]{0,2})\s*(?:\([^)]{0,40}\)\s*)?:\s*$`, 'u'),
];

/** Name of a person in a match; null for pronouns, groups, and roles. */
function nameOf(match: RegExpExecArray | null): string | null {
  const { name, article } = match?.groups ?? {};
  if (name === undefined) return null;
  const words = name.replace(/['’]s$/, '').split(/\s+/);
  while (words.length > 0 && NO_NAMES.has(words[0]!.toLowerCase())) words.shift();
  // “The Mayor” is a role, and so are German nouns behind an article.
  if (words.length === 0 || (article !== undefined && words.length === 1)) return null;
  return words.join(' ').replace(/[.,]$/, '');
}

/**
 * Returns the name of the person to whom a text attributes a quotation; null if it names none.
 * @param before text before the quotation in its paragraph
 * @param after text behind it
 */
export function sayerOf(before: string, after: string): string | null {
  const lead = before
    .slice(-200)
    .replace(/(?<=\b(?:Mr|Mrs|Ms|Dr|Prof|St|Sen|Gov))\./g, '')
    .split(/[.!?\n]/)
    .at(-1)!;
  const next = after.slice(0, 160);
  for (const pattern of AFTER_QUOTE) {
    const name = nameOf(pattern.exec(next));
    if (name !== null) return name;
  }
  for (const pattern of BEFORE_QUOTE) {
    const name = nameOf(pattern.exec(lead.replace(/["“„«‹「『‘'»]\s*$/u, '')));
    if (name !== null) return name;
  }
  return null;
}

/** A statement that a sentence attributes to somebody. */
export interface ReportedSpeech {
  /** Range of the statement in the sentence. */
  start: number;
  end: number;
  /** Null for a pronoun, a group, or a role. */
  sayer: string | null;
}

const THAT = String.raw`(?:,?\s+(?:that|dass)\s+|,\s+(?:dass\s+)?|\s+)`;
const REPORTS = [
  new RegExp(
    String.raw`^(?:[^,]{0,60},\s+)?${NOUN}\s+${SAID}(?:\s+(?:reporters|us|me|the \p{L}+|Reportern|uns))?${THAT}(?<said>.+)$`,
    'dsu',
  ),
  new RegExp(String.raw`^(?<pronoun>He|She|They|Er|Sie)\s+${SAID}${THAT}(?<said>.+)$`, 'dsu'),
  new RegExp(
    String.raw`^(?:According to|In the words of|Laut|Nach Angaben von|Nach den Worten von)\s+${NOUN},?\s+(?<said>.+)$`,
    'dsu',
  ),
  new RegExp(String.raw`^(?<said>.+?),\s+(?:according to|so|wie)\s+${NOUN}[^,]{0,30}$`, 'dsu'),
  new RegExp(String.raw`^(?<said>.+?),\s+${SAID}\s+${NOUN}[^,]{0,30}$`, 'dsu'),
  new RegExp(String.raw`^(?<said>.+?),\s+${NOUN}\s+${SAID}[^,]{0,20}$`, 'dsu'),
  new RegExp(String.raw`^${NOUN}\s+zufolge\s+(?<said>.+)$`, 'dsu'),
  // A thing, as a role, has no name to compare.
  /^According to [^,\d]{1,60}, (?<said>.+)$/dsu,
  /^(?<said>.+?), according to [^,\d]{1,60}$/dsu,
];
/** Konjunktiv I, in the forms that differ from the indicative. */
const KONJUNKTIV =
  /(?<!\p{L})(?:sei|seien|habe|werde|könne|müsse|solle|wolle|dürfe|gebe|komme|stehe|gehe|bleibe|wisse|brauche|koste|liege|mache)(?!\p{L})/u;
const FIRST_PERSON = /(?<!\p{L})(?:ich|wir)(?!\p{L})/iu;

/** Reads reported speech in an English or German sentence; undefined if it has none. Pure. */
export function reportedSpeechIn(sentence: string): ReportedSpeech | undefined {
  for (const pattern of REPORTS) {
    const match = pattern.exec(sentence);
    const range = match?.indices?.groups?.['said'];
    if (match && range) return { start: range[0], end: range[1], sayer: nameOf(match) };
  }
  if (!KONJUNKTIV.test(sentence) || FIRST_PERSON.test(sentence)) return undefined;
  return { start: 0, end: sentence.length, sayer: null };
}
