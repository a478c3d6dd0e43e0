import {
  AV_DISPOSITION_CLEAN_EFFECTS,
  AV_DISPOSITION_COMMENT,
  AV_DISPOSITION_DESCRIPTIONS,
  AV_DISPOSITION_KARAOKE,
  AV_DISPOSITION_VISUAL_IMPAIRED,
} from 'node-av/constants';
import type { AudioRole, AudioTrack } from '../../contract/library/tracks.ts';

/** Flags that state the purpose of a track. */
const FLAGS: readonly (readonly [AudioRole, number])[] = [
  ['commentary', AV_DISPOSITION_COMMENT],
  ['description', AV_DISPOSITION_VISUAL_IMPAIRED | AV_DISPOSITION_DESCRIPTIONS],
  ['music_effects', AV_DISPOSITION_CLEAN_EFFECTS | AV_DISPOSITION_KARAOKE],
];

/** Titles that state it, in the words of authoring programs and broadcasters. */
const TITLES: readonly (readonly [AudioRole, RegExp])[] = [
  ['commentary', /\b(commentar|kommentar|commentaire|comentario)/i],
  ['description', /\b(audio.?desc|descripti|described|audiodeskription|hörfilm|visual(ly)? impaired)|\bAD\b/i],
  [
    'music_effects',
    /\bM\s*(&|\+|and|und|\/)\s*E\b|\bIT[- ](band|ton)\b|\b(music|musik|effects?|sfx|instrumental|karaoke|score|international sound)\b/i,
  ],
];
/** Names of speech make a title such as “Dialogue, music & effects” that of a full mix. */
const SPEECH_TITLE = /\b(dialog|voice|speech|sprache|mic|mikro|lav|narrat|full mix|main)/i;

/** Languages that state none: undetermined, uncoded, multiple. */
const NO_LANGUAGES: ReadonlySet<string> = new Set(['', 'und', 'unk', 'mis', 'mul', 'qaa']);
/** No linguistic content (ISO 639-2). */
const NO_SPEECH = 'zxx';

/** Returns the language that a tag states; null for none. Pure. */
export function languageOf(tag: string | null | undefined): string | null {
  const language = tag?.trim().toLowerCase() ?? '';
  return NO_LANGUAGES.has(language) ? null : language;
}

/** Returns the purpose of an audio track by its flags, then its language, then its title. Pure. */
export function roleOf(disposition: number, language: string | null, title: string | null): AudioRole {
  const flagged = FLAGS.find(([, flags]) => (disposition & flags) !== 0);
  if (flagged) return flagged[0];
  if (language === NO_SPEECH) return 'music_effects';
  const titled = TITLES.find(([, pattern]) => pattern.test(title ?? ''))?.[0] ?? 'dialogue';
  return titled === 'music_effects' && SPEECH_TITLE.test(title ?? '') ? 'dialogue' : titled;
}

/** Tracks by how they are listened to: the first tier first, its tracks together, of a later tier one at a time. */
export interface TrackTiers {
  /** Tracks of the recording itself, in the language of the main one or without a stated one. */
  readonly own: readonly number[];
  /** Dialogue in other languages. */
  readonly languages: readonly number[];
  /** Commentary, descriptions, music and effects. */
  readonly others: readonly number[];
}

type RankedTrack = Pick<AudioTrack, 'number' | 'language' | 'role' | 'is_default' | 'is_decodable'>;

/**
 * Divides the decodable tracks of a file into tiers, by number. The main track is the default one with dialogue,
 * otherwise the first with dialogue. Pure.
 */
export function trackTiers(tracks: readonly RankedTrack[]): TrackTiers {
  const usable = tracks.filter((track) => track.is_decodable);
  const dialogue = usable.filter(({ role }) => role === 'dialogue');
  const main = dialogue.find((track) => track.is_default) ?? dialogue[0];
  const isOwn = ({ language }: RankedTrack) =>
    language === null || main?.language == null || isSameLanguage(language, main.language);
  const numbers = (list: readonly RankedTrack[]) =>
    list.toSorted((a, b) => Number(b === main) - Number(a === main)).map(({ number }) => number);
  return {
    own: numbers(dialogue.filter(isOwn)),
    languages: numbers(dialogue.filter((track) => !isOwn(track))),
    others: usable.filter(({ role }) => role !== 'dialogue').map(({ number }) => number),
  };
}

/** Compares codes of two and three letters, of both forms of ISO 639-2, and with a region. */
function isSameLanguage(a: string, b: string): boolean {
  return baseLanguage(a) === baseLanguage(b);
}

function baseLanguage(tag: string): string {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-')).language;
  } catch {
    return tag;
  }
}
