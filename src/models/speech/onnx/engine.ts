import { Tokenizer } from '@huggingface/tokenizers';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../contract/sentence.ts';
import type { Recognition, RecognitionOptions, SpeechEngine } from '../recognizer.ts';
import { decodeWindow, MAX_PROMPT_TOKENS } from './decoder.ts';
import { onnxEngineInfo } from './info.ts';
import { createLogMel, WINDOW_SAMPLES } from './mel.ts';
import { readWhisperFolder, type WhisperFolder } from './model-folder.ts';
import { loadNetwork, type WhisperNetwork } from './network.ts';
import { TokenSampler } from './sampling.ts';
import { type Line, linesOf } from './timestamps.ts';
import { createVocabulary } from './vocabulary.ts';
import { timedWords } from './words.ts';

const RATE = 16_000;
/** A text that ends this long before its sound is incomplete; the next window begins where it ends (seconds). */
const MAX_UNHEARD = 3;
/** A window moves on by at least this much (seconds). */
const MIN_STEP = 1;
/** Minimum length in seconds of the remainder after the last window that is still decoded. */
const MIN_REST = 0.5;

/**
 * Loads a Whisper model in ONNX form, which runs on the processor.
 * @param folder in the layout of transformers.js @throws ReelscopeError `model_unavailable`
 */
export async function loadOnnxWhisper(id: string, folder: string): Promise<SpeechEngine> {
  try {
    const files = await readWhisperFolder(folder);
    return engineOf(id, files, await loadNetwork(files));
  } catch (cause) {
    throw new ReelscopeError('model_unavailable', sentence('engine.speech-model', { model: id }), { cause });
  }
}

function engineOf(id: string, files: WhisperFolder, network: WhisperNetwork): SpeechEngine {
  const vocabulary = createVocabulary(files.tokenizer, files.multilingual);
  const sampler = new TokenSampler(vocabulary.control, files.suppressed);
  const parts = { vocabulary, vocabularySize: files.vocabularySize, sampler };
  const logMel = createLogMel(files.bands);
  let tokenizer: Tokenizer | undefined;

  function tokensOf(prompt: string | null): number[] {
    if (prompt === null) return [];
    tokenizer ??= new Tokenizer(files.tokenizer, {});
    return tokenizer.encode(` ${prompt.trim()}`, { add_special_tokens: false }).ids.slice(-MAX_PROMPT_TOKENS);
  }

  async function recognize(samples: Float32Array, options: RecognitionOptions): Promise<Recognition> {
    const prompt = tokensOf(options.prompt);
    const found: Recognition = { words: [], language: options.language, timesEstimated: false };
    let language = options.language;
    for (let at = 0; at < samples.length && (at === 0 || samples.length - at >= MIN_REST * RATE); ) {
      const window = samples.subarray(at, at + WINDOW_SAMPLES);
      const seconds = window.length / RATE;
      const audio = await network.encode(logMel(window));
      const decoded = await decodeWindow(audio, { language, prompt, task: 'transcribe' }, parts);
      let heard = seconds;
      if (decoded) {
        const all = linesOf(decoded.tokens, vocabulary.control);
        const { lines, until } = completeLines(all, seconds, at + window.length === samples.length);
        heard = until;
        language = decoded.language;
        found.timesEstimated ||= decoded.attention === null;
        const offset = at / RATE;
        for (const word of timedWords(decoded, lines, vocabulary, seconds)) {
          found.words.push({ ...word, start: offset + word.start, end: offset + word.end });
        }
      }
      at += Math.round(heard * RATE);
    }
    return { ...found, language };
  }

  return {
    info: onnxEngineInfo(id),
    supports: { language: files.multilingual, prompt: true },
    multilingual: files.multilingual,
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
 * The lines of a window to keep, and the second at which the next window begins. What follows the last complete line is
 * left to the next window. Pure.
 */
export function completeLines(
  lines: readonly Line[],
  seconds: number,
  last: boolean,
): { lines: Line[]; until: number } {
  const open = lines.at(-1)?.end === null;
  const end = lines.findLast((line) => line.end !== null)?.end ?? 0;
  const incomplete = !last || (!open && seconds - end > MAX_UNHEARD);
  return incomplete && end >= MIN_STEP
    ? { lines: lines.filter((line) => line.end !== null), until: Math.min(end, seconds) }
    : { lines: [...lines], until: seconds };
}
