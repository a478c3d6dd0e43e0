import { foldText } from '../../base/text-fold.ts';
import { SAYING_WORDS } from '../../base/words/saying-words.ts';
import { labelsOfWord } from '../labels/label-words.ts';
import { soundsOfWord } from '../labels/sound-words.ts';
import { directed, directionOfWord, motionOfWord } from './camera.ts';
import { quoteValue } from './complete.ts';
import { hasFields } from './words.ts';

/** Words that join what is found together. */
const CONNECTORS = new Set(['while', 'as', 'during', 'während', 'wobei', 'indem']);
const QUESTION = new Set([
  'when',
  'where',
  'wann',
  'wo',
  'show',
  'find',
  'me',
  'zeige',
  'finde',
  'mir',
  'stellen',
  'moments',
]);
const ARTICLES = new Set(
  'the a an any some this that his her their our der die das den dem des ein eine einen einem einer irgendein'.split(
    ' ',
  ),
);
const AUXILIARIES = new Set('does do did is are was were being be can ist sind war waren wird werden kann'.split(' '));
const SPEAKERS = new Set(
  'the speaker speakers someone somebody anyone anybody people they he she we der die das ein eine sprecher sprecherin redner rednerin jemand man er sie es wir'.split(
    ' ',
  ),
);
const SAYING = new Set([...SAYING_WORDS, 'discuss', 'discusses', 'discussed', 'discussing']);
/** Verbs of speech that need a preposition. */
const TALKING = new Set(
  'talk talks talked talking speak speaks spoke speaking spricht sprechen redet reden sprach'.split(' '),
);
const ABOUT = new Set(['about', 'of', 'über', 'von']);
const SEEN = new Set('seen visible shown sehen sichtbar sieht see sees seeing gezeigt'.split(' '));
const HEARD = new Set('heard hear hears audible gehört hören hört hörbar gibt es'.split(' '));
/** Verbs of people who are on screen, with what else belongs to them. */
const APPEARING = new Set(
  'appear appears appeared appearing erscheint erscheinen auftritt auftreten tritt treten taucht tauchen auf kommt kommen vor vorkommt vorkommen camera kamera'.split(
    ' ',
  ),
);
/** Words between the names of people who are on screen at once. */
const TOGETHER = new Set(['and', 'und', 'with', 'mit', 'together', 'zusammen', 'gemeinsam', 'both', 'beide']);
/** Prepositions before what a camera passes over or closes in on. */
const OVER = new Set('over across along past über entlang'.split(' '));
const ONTO = new Set('on onto into auf'.split(' '));
const FILLERS = new Set([
  'zu',
  'to',
  'there',
  'da',
  'dort',
  'you',
  'we',
  'man',
  'on',
  'in',
  'screen',
  'picture',
  'frame',
  'im',
  'bild',
  'gerade',
]);

/** Maximum number of words of a value. */
const MAX_VALUE_WORDS = 3;
/** Maximum number of words of a name, and of people in a clause. */
const MAX_NAME_WORDS = 4;
const MAX_PEOPLE = 4;

/**
 * Maps a question to the query language, such as “when does the speaker mention the budget while a car is seen” to
 * `said:budget sees:car`, in English and German. Null unless every word has its place: plain search understands the
 * rest better.
 * @param people names of people who can be found, so that “when is Ada seen” is `person:Ada`
 */
export function readQuestion(text: string, people: readonly string[] = []): string | null {
  if (hasFields(text) || /["“”„«»]/.test(text)) return null;
  const words = text
    .split(/\s+/)
    .map((word) => word.replace(/^[,;:.?!]+/, '').replace(/[,;:.?!]{1,3}$/, ''))
    .filter((word) => word !== '');
  const clauses: string[][] = [[]];
  for (const word of words) {
    if (CONNECTORS.has(word.toLowerCase())) clauses.push([]);
    else clauses.at(-1)!.push(word);
  }
  const known = people.map((name) => foldText(name).split(/\s+/));
  const parts = clauses.map((clause) => readClause(clause, known));
  if (parts.includes(null)) return null;
  return parts.join(' ');
}

function readClause(clause: readonly string[], people: KnownNames): string | null {
  const words = [...clause];
  while (words[0] !== undefined && QUESTION.has(words[0].toLowerCase())) words.shift();
  const isQuestion = words.length < clause.length;
  return (
    readCamera(words) ??
    readSpeech(words) ??
    readPeople(words, people) ??
    readSight(words) ??
    readHearing(words, isQuestion)
  );
}

/**
 * “the camera zooms in”, “a pan over a car”, „Schwenk nach links“: a movement with the word camera, a direction, or
 * what it passes over. A movement alone may be something else, such as a pan in a kitchen.
 */
function readCamera(words: readonly string[]): string | null {
  const at = words.findIndex((word) => motionOfWord(word) !== undefined);
  if (at < 0 || (words.length > 1 && isPassive(words[at + 1]))) return null;
  const motion = motionOfWord(words[at]!)!;
  const before = words.slice(0, at).filter((word) => !isArticleOrAuxiliary(word));
  const rest = words.slice(at + 1);
  const isCamera = (word: string) => /^(?:camera|kamera)$/i.test(word);
  const named = [...before, ...rest].some(isCamera);
  if (!before.every(isCamera)) return null;
  const after = rest.filter((word) => !isCamera(word) && !/^(?:to|nach|the|die|shots?|aufnahmen?)$/i.test(word));
  const direction = directionOfWord(after[0] ?? '');
  const value = direction ? directed(motion, direction) : { motion };
  if (!value) return null;
  const field = `camera:${quoteValue([value.motion, value.direction].filter(Boolean).join(' '))}`;
  const left = direction ? after.slice(1) : after;
  if (left.length === 0) return named || direction || motion === 'handheld' ? field : null;
  if (!(motion === 'zoom' ? ONTO : OVER).has(left[0]!.toLowerCase())) return null;
  const thing = readValue(left.slice(1));
  if (thing === null) return null;
  return labelsOfWord(thing).length > 0 ? `${field} sees:${quoteValue(thing)}` : `${field} ${thing}`;
}

function isPassive(word: string | undefined): boolean {
  return word !== undefined && SEEN.has(word.toLowerCase());
}

function isArticleOrAuxiliary(word: string): boolean {
  return ARTICLES.has(word.toLowerCase()) || AUXILIARIES.has(word.toLowerCase());
}

/**
 * “does Anna mention the budget”: optional speaker, verb of speech, topic. German may have the speaker after the verb.
 */
function readSpeech(words: readonly string[]): string | null {
  const rest = words.filter((word) => !AUXILIARIES.has(word.toLowerCase()));
  const at = rest.findIndex((word) => SAYING.has(word.toLowerCase()) || TALKING.has(word.toLowerCase()));
  if (at < 0) return null;
  const isTalk = TALKING.has(rest[at]!.toLowerCase());
  const before = rest.slice(0, at);
  let after = rest.slice(at + 1);
  let subject = before;
  if (isTalk) {
    const preposition = after.findIndex((word) => ABOUT.has(word.toLowerCase()));
    if (preposition < 0) return null;
    subject = [...before, ...after.slice(0, preposition)];
    after = after.slice(preposition + 1);
  } else if (before.length === 0) {
    // “wann erwähnt der Sprecher das Budget”: the speaker is before the next article.
    const next = after.findIndex((word, i) => i > 0 && ARTICLES.has(word.toLowerCase()));
    if (next > 0) {
      subject = after.slice(0, next);
      after = after.slice(next);
    }
  }
  const topic = readValue(after);
  if (topic === null) return null;
  const named = subject.filter((word) => !SPEAKERS.has(word.toLowerCase()));
  if (named.length === 0) return `said:${quoteValue(topic)}`;
  // A name is capitalized; other words may mean anything.
  if (named.length > 2 || !named.every((word) => /^\p{Lu}/u.test(word))) return null;
  return `speaker:${quoteValue(named.join(' '))} said:${quoteValue(topic)}`;
}

/** Words of each name, folded. */
type KnownNames = readonly (readonly string[])[];

/** “is Ada seen”, “Ada and Bo appear together”, “Ada zu sehen ist”: people whose names are known. */
function readPeople(words: readonly string[], people: KnownNames): string | null {
  const isIn = (word: string, ...sets: ReadonlySet<string>[]) => sets.some((set) => set.has(word.toLowerCase()));
  if (!words.some((word) => isIn(word, SEEN, APPEARING) || /^(?:screen|bild|picture)$/i.test(word))) return null;
  const names: string[][] = [[]];
  for (const word of words) {
    if (isIn(word, TOGETHER)) names.push([]);
    else if (!isIn(word, SEEN, APPEARING, AUXILIARIES, FILLERS)) names.at(-1)!.push(word);
  }
  const named = names.filter((name) => name.length > 0);
  if (named.length === 0 || named.length > MAX_PEOPLE) return null;
  const isKnown = (name: readonly string[]) =>
    name.length <= MAX_NAME_WORDS &&
    people.some(
      (known) =>
        name.every((word) => known.includes(foldText(word))) &&
        // “Person 3” is called by all of it.
        (name.length === known.length || !known.some((word) => /^\d+$/.test(word))),
    );
  return named.every(isKnown) ? named.map((name) => `person:${quoteValue(name.join(' '))}`).join(' ') : null;
}

/** “a car is seen”, “ein Auto zu sehen ist”, “you see a dog”: something that the detector knows. */
function readSight(words: readonly string[]): string | null {
  if (!words.some((word) => SEEN.has(word.toLowerCase()))) return null;
  const isRest = (word: string) => [SEEN, AUXILIARIES, FILLERS].some((set) => set.has(word.toLowerCase()));
  const thing = readValue(words.filter((word) => !isRest(word)));
  return thing !== null && labelsOfWord(thing).length > 0 ? `sees:${quoteValue(thing)}` : null;
}

/**
 * “is there applause”, “does a dog bark”, „hört man eine Sirene“: sounds with names. Without a verb, a dog is looked
 * for.
 */
function readHearing(words: readonly string[], isQuestion: boolean): string | null {
  const isIn = (word: string, ...sets: ReadonlySet<string>[]) => sets.some((set) => set.has(word.toLowerCase()));
  const isHeard = words.some((word) => isIn(word, HEARD));
  const named = words.filter((word) => !isIn(word, HEARD, ARTICLES, AUXILIARIES, FILLERS));
  if (named.length === 0 || named.length > MAX_VALUE_WORDS || !(isHeard || isQuestion)) return null;
  if (!isHeard && named.every((word) => labelsOfWord(word).length > 0)) return null;
  const together = named.join(' ');
  if (soundsOfWord(together).length > 0) return `hears:${quoteValue(together)}`;
  // “dog bark”: several words for one sound.
  const [first = [], ...others] = named.map(soundsOfWord);
  const isSame = first.some((label) => others.every((labels) => labels.includes(label)));
  return isSame ? `hears:${named[0]}` : null;
}

function readValue(words: readonly string[]): string | null {
  const first = words.findIndex((word) => !ARTICLES.has(word.toLowerCase()));
  const value = first < 0 ? [] : words.slice(first);
  const isPlain = value.every((word) => /^[\p{L}\p{N}'’-]+$/u.test(word));
  return value.length > 0 && value.length <= MAX_VALUE_WORDS && isPlain ? value.join(' ') : null;
}
