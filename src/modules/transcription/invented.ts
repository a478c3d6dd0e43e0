import type { RecognizedWord } from '../../models/speech/index.ts';

/** A phrase as recognized, with what is known about its sound. */
export interface PhraseEvidence {
  words: readonly RecognizedWord[];
  /** ISO 639-1 code of the recording; null if unknown. */
  language: string | null;
  /** Mean probability of speech during the phrase, 0..1. */
  speech: number;
}

/**
 * Sentences that Whisper writes about music, noise, and silence, since the subtitles it was trained on end with them.
 * People say them as well, so that only the evidence decides.
 */
const CLOSING_PHRASES: readonly RegExp[] = [
  /^(thank you|thanks)( so much| very much)?( for (watching|listening|your attention))?$/,
  /^(please )?(like and )?subscribe( to (my|our|the) channel)?$/,
  /^see you (in the )?next (time|video|week)$/,
  /^(bye|you|the end|music|applause)$/,
  /^(subtitles|captions|transcribed|transcription|translated|subtitled) by .+$/,
  /amara\s?org|opensubtitles|zeoranger/,
  /^(vielen dank|danke)( fürs (zuschauen|zuhören))?$/,
  /^untertitel.*(amara|zdf|ard|funk|swr|wdr|ndr|community)/,
  /^(merci( d avoir regardé( cette vidéo)?)?|sous titrage.*|sous titres.*)$/,
  /^(gracias( por ver( el video)?)?|subtítulos (por|realizados por).*)$/,
  /^(grazie( per la visione)?$|sottotitoli.*(qtss|creati))/,
  /^(obrigad[oa]( por assistir)?|legendas .*)$/,
  /^(dziękuję( za (uwagę|oglądanie))?|napisy .*)$/,
  /^(продолжение следует|спасибо за просмотр|субтитры .*|редактор субтитров .*|корректор а ?егорова)$/,
  /^(ondertiteling.*|ondertiteld door .*|undertexter (från|av) .*|titulky (vytvořil|přeložil).*|altyazı .*)$/,
  /^(ご視聴ありがとうございました|请不吝点赞.*|字幕.*|시청해주셔서 감사합니다|mbc 뉴스.*)$/,
];

/** Confidence from which on a closing phrase counts as said, where the sound is speech beyond doubt. */
export const SURE = 0.6;
const CLEAR_SPEECH = 0.8;
/** Below this mean confidence a phrase is guessed from noise. */
export const GUESSED = 0.2;
/** Languages that are not written in Latin letters. */
const OTHER_SCRIPTS = new Set(
  'am ar as be bg bn bo el fa gu he hi hy ja jw ka kk km kn ko lo mk ml mn mr my ne pa ps ru sa sd si sn sr ta te tg th tk tt uk ur uz yi yue zh'.split(
    ' ',
  ),
);

/** Credits have no more words; a longer text is judged phrase by phrase. */
const MAX_CREDIT_WORDS = 12;

/**
 * Whether all that was recognized in a chunk was invented: pauses, such as those of a drum, divide credits into phrases
 * that are nothing special each. Pure.
 */
export function isAllInvented(evidence: PhraseEvidence): boolean {
  return evidence.words.length > 0 && evidence.words.length <= MAX_CREDIT_WORDS && isInvented(evidence);
}

/** Whether a phrase was invented by the model instead of said. Pure. */
export function isInvented({ words, language, speech }: PhraseEvidence): boolean {
  const known = words.map(({ confidence }) => confidence).filter((confidence) => confidence !== undefined);
  const confidence = known.length > 0 ? known.reduce((sum, one) => sum + one, 0) / known.length : null;
  if (confidence !== null && confidence < GUESSED) return true;
  const text = words.map((word) => word.text).join(' ');
  if (flipsScript(text, language) && (confidence === null || confidence < SURE)) return true;
  const plain = text
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();
  if (!CLOSING_PHRASES.some((phrase) => phrase.test(plain))) return false;
  return speech < CLEAR_SPEECH || (confidence !== null && confidence < SURE);
}

/** Whether a text in a language of Latin letters is mostly in other ones. */
function flipsScript(text: string, language: string | null): boolean {
  if (language === null || OTHER_SCRIPTS.has(language)) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = text.match(/\p{Script=Latin}/gu) ?? [];
  return letters.length > 0 && latin.length < letters.length / 2;
}
