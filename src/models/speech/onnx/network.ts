import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { onnxRuntime } from '../../onnx-runtime/load.ts';
import { physicalCores } from '../cores.ts';
import { MEL_FRAMES } from './mel.ts';
import { preparedNetwork } from './prepared.ts';

/** The decoder after some tokens. */
export interface DecoderState {
  /** Scores of the token that follows position `at` of the last input; by default its end. */
  logits(at?: number): Float32Array;
  /** Cross attention of the last position, a row per alignment head with a column for each 20 ms;
   * null without heads. */
  attention(): Float32Array[] | null;
  /**
   * The state after one more token. It is overwritten by the second step after it, unless `isKept`: only then may
   * decoding start from it more than once.
   */
  next(token: number, isKept?: boolean): Promise<DecoderState>;
}

/** The encoded sound of a window. */
export interface EncodedAudio {
  /** Runs the decoder from its start. */
  start(tokens: readonly number[]): Promise<DecoderState>;
}

/** A Whisper network that is loaded. */
export interface WhisperNetwork {
  readonly vocabularySize: number;
  /** @param mel bands times {@link MEL_FRAMES} */
  encode(mel: Float32Array): Promise<EncodedAudio>;
  dispose(): Promise<void>;
}

export interface NetworkFiles {
  /** Absolute paths. */
  encoder: string;
  decoder: string;
  /** Folder for copies that the processor needs; by default that of the weights, null for none. */
  copies?: string | null | undefined;
  /** Frequency bands that the encoder takes. */
  bands: number;
  vocabularySize: number;
  /** Layer and head of the cross attentions that follow the spoken words. */
  alignmentHeads: readonly (readonly [layer: number, head: number])[];
}

/**
 * Loads an encoder and a merged decoder in the layout of transformers.js (Hugging Face Optimum's export). The decoder
 * has two branches: one computes keys and values of the sound, the other takes them, and those of earlier tokens, as
 * inputs.
 */
export async function loadNetwork(files: NetworkFiles): Promise<WhisperNetwork> {
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: physicalCores(),
    interOpNumThreads: 1,
    // An arena keeps the memory of its largest run, and 30 s of attention take over 70 MB.
    enableCpuMemArena: false,
    logSeverityLevel: 3,
    // Threads that spin while they wait for the next operator take a third more processor time and save none.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  };
  const encoder = await openNetwork(files.encoder, options, files.copies);
  const decoder = await openNetwork(files.decoder, options, files.copies).catch(async (error: unknown) => {
    await encoder.release();
    throw error;
  });
  const caches = decoder.inputNames.filter((name) => name.startsWith('past_key_values.'));
  const present = (name: string) => name.replace('past_key_values', 'present');
  const ofSound = caches.filter((name) => name.includes('.encoder.'));
  const ofTokens = caches.filter((name) => name.includes('.decoder.'));
  const attentions = decoder.outputNames.filter((name) => name.startsWith('cross_attentions.'));
  const heads = files.alignmentHeads.filter(([layer]) => attentions.includes(`cross_attentions.${layer}`));
  const watched = [...new Set(heads.map(([layer]) => `cross_attentions.${layer}`))];
  const [headCount, headSize] = headsOf(decoder, caches);
  const nothing = new (onnxRuntime().Tensor)('float32', new Float32Array(), [1, headCount, 0, headSize]);

  type Cache = Readonly<Record<string, Tensor>>;
  const steps = reusedOutputs({
    names: ofTokens.map(present),
    attentions: watched,
    headCount,
    headSize,
    vocabularySize: files.vocabularySize,
  });

  async function run(
    tokens: readonly number[],
    sound: Tensor,
    soundCache: Cache | null,
    tokenCache: Cache | null,
    isKept = true,
  ): Promise<DecoderState> {
    const feeds: Record<string, Tensor> = {
      input_ids: new (onnxRuntime().Tensor)('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      encoder_hidden_states: sound,
      use_cache_branch: new (onnxRuntime().Tensor)('bool', [soundCache !== null], [1]),
    };
    for (const name of ofSound) feeds[name] = soundCache?.[name] ?? nothing;
    for (const name of ofTokens) feeds[name] = tokenCache?.[name] ?? nothing;
    const known = tokenCache?.[ofTokens[0]!]?.dims[2] ?? 0;
    const wanted = ['logits', ...ofTokens.map(present), ...watched];
    const outputs = await (isKept
      ? decoder.run(feeds, soundCache ? wanted : [...wanted, ...ofSound.map(present)])
      : decoder.run(feeds, steps(known + tokens.length)));
    const take = (names: readonly string[]): Cache =>
      Object.fromEntries(names.map((name) => [name, outputs[present(name)]!]));
    const keptSound = soundCache ?? take(ofSound);
    const keptTokens = take(ofTokens);
    return stateOf(outputs, heads, (token, kept = false) => run([token], sound, keptSound, keptTokens, kept));
  }

  return {
    vocabularySize: files.vocabularySize,
    async encode(mel) {
      const input = new (onnxRuntime().Tensor)('float32', mel, [1, files.bands, MEL_FRAMES]);
      const { last_hidden_state: sound } = await encoder.run({ input_features: input });
      return { start: (tokens) => run(tokens, sound!, null, null) };
    },
    async dispose() {
      await Promise.all([encoder.release(), decoder.release()]);
    },
  };
}

async function openNetwork(
  path: string,
  options: InferenceSession.SessionOptions,
  copies: string | null | undefined,
): Promise<InferenceSession> {
  const network = await preparedNetwork(path, undefined, copies);
  return typeof network === 'string'
    ? onnxRuntime().InferenceSession.create(network, options)
    : onnxRuntime().InferenceSession.create(network, options);
}

function stateOf(
  outputs: Readonly<Record<string, Tensor>>,
  heads: NetworkFiles['alignmentHeads'],
  next: DecoderState['next'],
): DecoderState {
  const { data, dims } = outputs['logits']!;
  const [length, size] = [dims[1]!, dims[2]!];
  return {
    logits: (at = length - 1) => (data as Float32Array).subarray(at * size, (at + 1) * size),
    attention: () =>
      heads.length === 0
        ? null
        : heads.map(([layer, head]) => {
            const weights = outputs[`cross_attentions.${layer}`]!;
            const [, , rows, columns] = weights.dims as [number, number, number, number];
            const from = (head * rows + rows - 1) * columns;
            return (weights.data as Float32Array).slice(from, from + columns);
          }),
    next,
  };
}

interface StepOutputs {
  names: readonly string[];
  attentions: readonly string[];
  headCount: number;
  headSize: number;
  vocabularySize: number;
}

/** Positions that the decoder of every Whisper model has, and columns of its attention to the sound. */
const MAX_POSITIONS = 448;
const SOUND_COLUMNS = 1500;

/**
 * Output tensors for the steps of the decoder, in memory that is reused: two sets, since a step reads the caches of the
 * one before. New tensors for each token left over 60 MB of garbage per window. @returns tensors for `length` positions
 */
function reusedOutputs({ names, attentions, headCount, headSize, vocabularySize }: StepOutputs) {
  const set = () => ({
    caches: names.map(() => new Float32Array(headCount * MAX_POSITIONS * headSize)),
    logits: new Float32Array(vocabularySize),
    attentions: attentions.map(() => new Float32Array(headCount * SOUND_COLUMNS)),
  });
  let sets: ReturnType<typeof set>[] | undefined;
  return (length: number): Record<string, Tensor> => {
    sets ??= [set(), set()];
    const { caches, logits, attentions: weights } = sets[length % 2]!;
    const tensor = (data: Float32Array, dims: number[]) =>
      new (onnxRuntime().Tensor)(
        'float32',
        data.subarray(
          0,
          dims.reduce((a, b) => a * b),
        ),
        dims,
      );
    return Object.fromEntries([
      ['logits', tensor(logits, [1, 1, vocabularySize])],
      ...names.map((name, i) => [name, tensor(caches[i]!, [1, headCount, length, headSize])] as const),
      ...attentions.map((name, i) => [name, tensor(weights[i]!, [1, headCount, 1, SOUND_COLUMNS])] as const),
    ]);
  };
}

/** Number and size of the attention heads, from the shape of a cache. */
function headsOf(decoder: InferenceSession, caches: readonly string[]): [count: number, size: number] {
  const metadata = decoder.inputMetadata.find(({ name }) => name === caches[0]);
  const shape = metadata?.isTensor ? metadata.shape : [];
  const [, count, , size] = shape;
  if (typeof count !== 'number' || typeof size !== 'number') throw new Error('The decoder takes no cache.');
  return [count, size];
}
