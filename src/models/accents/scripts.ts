/**
 * Scripts other than Latin that Tesseract reads, with its data, the most general language first, and the letters that
 * no other script has: `TOP` is a word in Latin, Greek, and Cyrillic script.
 */
export const SCRIPTS = {
  // Kazakh has all letters of Russian, for which there is no data.
  Cyrillic: {
    languages: ['kaz', 'bul', 'ukr'],
    own: /[БГДЖЗИЙЛПУФЦЧШЩЪЫЬЭЮЯЄЇҐӘҒҚҢҰҮҺбвгджзийклмнптфцчшщъыьэюяєїґәғқңұүһ]/u,
  },
  Greek: { languages: ['ell'], own: /[ΓΔΘΛΞΠΣΦΨΩάέήίαβγδεζηθιλμνξπρςστυφχψωύώόϊϋΐΰ]/u },
  Arabic: { languages: ['ara'], own: /\p{Script=Arabic}/u },
  Hebrew: { languages: ['heb'], own: /\p{Script=Hebrew}/u },
  Devanagari: { languages: ['hin'], own: /\p{Script=Devanagari}/u },
  Korean: { languages: ['kor'], own: /\p{Script=Hangul}/u },
  // The main recognizer knows Chinese characters.
  Japanese: { languages: ['jpn'], own: /[\p{Script=Hiragana}\p{Script=Katakana}]/u },
} as const satisfies Record<string, { languages: readonly string[]; own: RegExp }>;

export type Script = keyof typeof SCRIPTS;
export type ScriptLanguage = (typeof SCRIPTS)[Script]['languages'][number];

export const SCRIPT_NAMES = Object.keys(SCRIPTS) as Script[];
