import { Tokenizer } from '@huggingface/tokenizers';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type {
  LanguageDetector,
  LanguageText,
  Recognition,
  RecognitionOptions,
  RecognizedWord,
  SpeechEngine,
} from '../recognizer.ts';
import { decodeWindow, languageProbabilities, MAX_PROMPT_TOKENS, textIn } from './decoder.ts';
import { onnxEngineInfo } from './info.ts';
import { createLogMel, WINDOW_SAMPLES } from './mel.ts';
import { readWhisperFolder, type WhisperFolder } from './model-folder.ts';
import { type EncodedAudio, loadNetwork, type WhisperNetwork } from './network.ts';
import { TokenSampler } from './sampling.ts';
import { attendedUntil, type Line, linesOf } from './timestamps.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';
import { timedWords } from './words.ts';

const RATE = 16_000;
/** A text that ends this long before its sound is incomplete; the next window begins where it ends (seconds). */
const MAX_UNHEARD = 3;
/** A window moves on by at least this much (seconds). */
const MIN_STEP = 1;
/** Sound after the end of a text that its alignment includes, since timestamps are rounded (seconds). */
const ALIGNMENT_MARGIN = 0.5;
/** Minimum length in seconds of the remainder after the last window that is still decoded. */
const MIN_REST = 0.5;

/**
 * Loads a Whisper model in ONNX form, which runs on the processor.
 * @param folder in the layout of transformers.js @param copies folder for copies that the processor needs
 * @throws ReelscopeError `model_unavailable`
 */
export async function loadOnnxWhisper(id: string, folder: string, copies?: string | null): Promise<SpeechEngine> {
  try {
    const files = await readWhisperFolder(folder);
    const vocabulary = createVocabulary(await files.readTokenizer(), files.multilingual);
    return engineOf(id, files, vocabulary, await loadNetwork({ ...files, copies }));
  } catch (cause) {
    throw new ReelscopeError('model_unavailable', sentence('engine.speech-model', { model: id }), { cause });
  }
}

function engineOf(id: string, files: WhisperFolder, vocabulary: Vocabulary, network: WhisperNetwork): SpeechEngine {
  const sampler = new TokenSampler(vocabulary.control, files.suppressed);
  const parts = { vocabulary, vocabularySize: files.vocabularySize, sampler };
  const logMel = createLogMel(files.bands);
  let tokenizer: Tokenizer | undefined;
  /** First windows whose language was asked for: they are encoded once. */
  const encoded = new WeakMap<Float32Array, EncodedAudio>();

  async function encode(samples: Float32Array, at = 0): Promise<EncodedAudio> {
    const known = at === 0 ? encoded.get(samples) : undefined;
    return known ?? network.encode(logMel(samples.subarray(at, at + WINDOW_SAMPLES)));
  }

  const languages: LanguageDetector = {
    async probabilities(samples) {
      const audio = await encode(samples);
      encoded.set(samples, audio);
      return languageProbabilities(audio, vocabulary);
    },
    async texts(samples, codes) {
      const audio = await encode(samples);
      const found: LanguageText[] = [];
      for (const code of codes) found.push(await textIn(audio, code, parts));
      return found;
    },
  };

  async function tokensOf(prompt: string | null): Promise<number[]> {
    if (prompt === null) return [];
    tokenizer ??= new Tokenizer(await files.readTokenizer(), {});
    return tokenizer.encode(` ${prompt.trim()}`, { add_special_tokens: false }).ids.slice(-MAX_PROMPT_TOKENS);
  }

  async function recognize(samples: Float32Array, options: RecognitionOptions): Promise<Recognition> {
    const prompt = await tokensOf(options.prompt);
    const found: Recognition = { words: [], language: options.language, timesEstimated: false };
    let language = options.language;
    for (let at = 0; at < samples.length && (at === 0 || samples.length - at >= MIN_REST * RATE); ) {
      const window = samples.subarray(at, at + WINDOW_SAMPLES);
      const seconds = window.length / RATE;
      const audio = await encode(samples, at);
      const decoded = await decodeWindow(audio, { language, prompt, task: 'transcribe' }, parts);
      let decodedSeconds = seconds;
      if (decoded) {
        const all = linesOf(decoded.tokens, vocabulary.control);
        const isLast = at + window.length === samples.length;
        const { lines, until } = completeLines(all, seconds, isLast, attendedUntil(decoded, vocabulary.control));
        decodedSeconds = until;
        language = decoded.language;
        found.timesEstimated ||= decoded.attention === null;
        const offset = at / RATE;
        const placed = (word: RecognizedWord) => ({ ...word, start: offset + word.start, end: offset + word.end });
        found.words.push(...timedWords(decoded, lines, vocabulary, alignedUntil(seconds, decodedSeconds)).map(placed));
        if (options.translate && files.multilingual && language !== 'en') {
          found.translation ??= [];
          // Words beyond the kept lines are translated with the next window.
          const translated = (await translate(audio, seconds, language, prompt)).filter(
            ({ start }) => start < decodedSeconds,
          );
          found.translation.push(...translated.map(placed));
        }
      }
      at += Math.round(decodedSeconds * RATE);
    }
    return { ...found, language };
  }

  /** Translates a window, from the encoded sound of its transcription. */
  async function translate(audio: EncodedAudio, seconds: number, language: string | null, prompt: number[]) {
    const decoded = await decodeWindow(audio, { language, prompt, task: 'translate' }, parts);
    if (!decoded) return [];
    const lines = linesOf(decoded.tokens, vocabulary.control);
    const end = Math.max(lines.at(-1)?.end ?? seconds, attendedUntil(decoded, vocabulary.control));
    return timedWords(decoded, lines, vocabulary, alignedUntil(seconds, end));
  }

  return {
    info: onnxEngineInfo(id),
    supports: { language: files.multilingual, prompt: true, translation: files.multilingual },
    multilingual: files.multilingual,
    languages: files.multilingual ? languages : null,
    async recognize(samples, options) {
      try {
        return await recognize(samples, options);
      } catch (cause) {
        throw new ReelscopeError('internal', sentence('engine.speech-failed'), { cause });
      }
    },
    dispose: () => network.dispose(),
  };
}

/**
 * Seconds of a window that words are aligned with. The path of the alignment covers all of its sound, so that sound
 * after the end of the text, which the next window holds as well, would move the words there. @param end of the text
 * Pure.
 */
function alignedUntil(seconds: number, end: number): number {
  return Math.min(seconds, end + ALIGNMENT_MARGIN);
}

/**
 * The lines of a window to keep, and the second at which the next window begins. What follows the last complete line is
 * left to the next window. Pure. @param attended second of the sound that the end of the text attends to; 0 if unknown
 */
export function completeLines(
  lines: readonly Line[],
  seconds: number,
  last: boolean,
  attended = 0,
): { lines: Line[]; until: number } {
  const open = lines.at(-1)?.end === null;
  const stamped = lines.findLast((line) => line.end !== null)?.end ?? 0;
  // With a long prompt, the model may write timestamps that end far before its text does, which then was decoded twice.
  const end = !open && attended - stamped > MAX_UNHEARD ? attended : stamped;
  const incomplete = !last || (!open && seconds - end > MAX_UNHEARD);
  return incomplete && end >= MIN_STEP
    ? { lines: lines.filter((line) => line.end !== null), until: Math.min(end, seconds) }
    : { lines: [...lines], until: seconds };
}
