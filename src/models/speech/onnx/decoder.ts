import { deflateSync } from 'node:zlib';
import type { LanguageText } from '../recognizer.ts';
import type { DecoderState, EncodedAudio } from './network.ts';
import { probabilitiesOf, seededRandom, type TokenSampler } from './sampling.ts';
import { allowedAfter } from './timestamps.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Temperatures and limits of openai/whisper (`transcribe.py`). */
const TEMPERATURES = [0, 0.2, 0.4, 0.6, 0.8, 1];
const MAX_COMPRESSION_RATIO = 2.4;
const MIN_MEAN_LOG_PROBABILITY = -1;
const MAX_NO_SPEECH = 0.6;
/** Tokens that a window may have: half of the model's context; the other half is for the prompt. */
const MAX_TOKENS = 224;
export const MAX_PROMPT_TOKENS = MAX_TOKENS - 1;

/** The text of a window. */
export interface Decoded {
  /** Text and timestamps, without the end. */
  tokens: number[];
  /** Log probability of each token. */
  logProbabilities: number[];
  /** For each token the attention while it was chosen, and a last row for the end; null without alignment heads. */
  attention: Float32Array[][] | null;
  language: string | null;
  /** Probability that the window holds no speech. */
  noSpeech: number;
  temperature: number;
  compressionRatio: number;
  meanLogProbability: number;
}

export interface DecodingRequest {
  /** Null to detect it. */
  language: string | null;
  /** Tokens of the text before the window. */
  prompt: readonly number[];
  task: 'transcribe' | 'translate';
}

export interface DecodingParts {
  vocabulary: Vocabulary;
  vocabularySize: number;
  sampler: TokenSampler;
}

/**
 * Decodes a window: greedily, and again at rising temperatures while the text is repetitive or improbable.
 * @returns null when the window holds no speech
 */
export async function decodeWindow(
  audio: EncodedAudio,
  request: DecodingRequest,
  parts: DecodingParts,
): Promise<Decoded | null> {
  const { state, language, noSpeech } = await prefill(audio, request, parts.vocabulary);
  const random = seededRandom(1);
  const tried: Decoded[] = [];
  for (const temperature of TEMPERATURES) {
    const decoded = { ...(await attempt(state, temperature, random, parts)), language, noSpeech };
    const improbable = decoded.meanLogProbability < MIN_MEAN_LOG_PROBABILITY;
    if (improbable && noSpeech > MAX_NO_SPEECH) return null;
    if (!improbable && decoded.compressionRatio <= MAX_COMPRESSION_RATIO) return decoded;
    tried.push(decoded);
  }
  const plain = tried.filter(({ compressionRatio }) => compressionRatio <= MAX_COMPRESSION_RATIO);
  return (plain.length > 0 ? plain : tried).reduce((a, b) => (b.meanLogProbability > a.meanLogProbability ? b : a));
}

/** Probability of each language of an encoded sound. */
export async function languageProbabilities(
  audio: EncodedAudio,
  { control, languages }: Vocabulary,
): Promise<ReadonlyMap<string, number>> {
  const start = await audio.start([control.startOfTranscript]);
  const shares = probabilitiesOf(start.logits(), [...languages.values()]);
  const sum = shares.reduce((a, b) => a + b, 0);
  return new Map([...languages.keys()].map((code, i) => [code, shares[i]! / sum]));
}

/** Text of a sound in a language, decoded greedily. */
export async function textIn(audio: EncodedAudio, language: string, parts: DecodingParts): Promise<LanguageText> {
  const request = { language, prompt: [], task: 'transcribe' } as const;
  const { state } = await prefill(audio, request, parts.vocabulary);
  const { tokens, compressionRatio, meanLogProbability } = await attempt(state, 0, seededRandom(1), parts);
  const isRepetitive = compressionRatio > MAX_COMPRESSION_RATIO;
  return {
    text: parts.vocabulary.textOf(tokens),
    logProbability: isRepetitive ? Number.NEGATIVE_INFINITY : meanLogProbability,
  };
}

async function prefill(audio: EncodedAudio, { language, prompt, task }: DecodingRequest, vocabulary: Vocabulary) {
  const { control, languages } = vocabulary;
  const noSpeechOf = (state: DecoderState, at: number) => probabilitiesOf(state.logits(at), [control.noSpeech])[0]!;
  const before = prompt.length > 0 ? [control.startOfPrevious, ...prompt] : [];
  const languageToken = language === null ? undefined : languages.get(language);
  if (languages.size === 0) {
    const state = await audio.start([...before, control.startOfTranscript]);
    return { state, language: 'en', noSpeech: noSpeechOf(state, before.length) };
  }
  if (languageToken !== undefined) {
    const state = await audio.start([...before, control.startOfTranscript, languageToken, control[task]]);
    return { state, language, noSpeech: noSpeechOf(state, before.length) };
  }
  const start = await audio.start([control.startOfTranscript]);
  const noSpeech = noSpeechOf(start, 0);
  const [found, token] = detectLanguage(start.logits(), languages);
  const state =
    before.length > 0
      ? await audio.start([...before, control.startOfTranscript, token, control[task]])
      : await (await start.next(token, true)).next(control[task], true);
  return { state, language: found, noSpeech };
}

function detectLanguage(logits: Float32Array, languages: ReadonlyMap<string, number>): [code: string, token: number] {
  return [...languages].reduce((a, b) => (logits[b[1]]! > logits[a[1]]! ? b : a));
}

async function attempt(
  start: DecoderState,
  temperature: number,
  random: () => number,
  { vocabulary, vocabularySize, sampler }: DecodingParts,
): Promise<Omit<Decoded, 'language' | 'noSpeech'>> {
  const { control } = vocabulary;
  const tokens: number[] = [];
  const logProbabilities: number[] = [];
  const attention: Float32Array[][] = [];
  let sum = 0;
  let state = start;
  for (;;) {
    const rows = state.attention();
    if (rows) attention.push(rows);
    const allowed = allowedAfter(tokens, control, vocabularySize);
    const { token, logProbability } = sampler.choose(state.logits(), allowed, temperature, random);
    sum += logProbability;
    if (token === control.endOfText || tokens.length === MAX_TOKENS) break;
    tokens.push(token);
    logProbabilities.push(logProbability);
    state = await state.next(token);
  }
  return {
    tokens,
    logProbabilities,
    attention: attention.length > 0 ? attention : null,
    temperature,
    compressionRatio: compressionRatioOf(vocabulary.textOf(tokens)),
    meanLogProbability: sum / (tokens.length + 1),
  };
}

function compressionRatioOf(text: string): number {
  const bytes = Buffer.from(text.trim());
  return bytes.length === 0 ? 0 : bytes.length / deflateSync(bytes).length;
}
