import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { alignTokens } from '../../../../src/models/speech/onnx/alignment.ts';
import { decodeWindow } from '../../../../src/models/speech/onnx/decoder.ts';
import { completeLines } from '../../../../src/models/speech/onnx/engine.ts';
import { createLogMel, MEL_FRAMES } from '../../../../src/models/speech/onnx/mel.ts';
import type { DecoderState, EncodedAudio } from '../../../../src/models/speech/onnx/network.ts';
import { toUnsignedWeights } from '../../../../src/models/speech/onnx/quantization.ts';
import { TokenSampler } from '../../../../src/models/speech/onnx/sampling.ts';
import { allowedAfter, attendedUntil, linesOf } from '../../../../src/models/speech/onnx/timestamps.ts';
import { createVocabulary } from '../../../../src/models/speech/onnx/vocabulary.ts';
import { writeOnnx } from '../../../../src/models/tfjs/onnx-writer.ts';
import { seededRandom } from '../../../fixtures/random.ts';
import { sine } from '../../../fixtures/sounds.ts';

const SPECIAL = 'endoftext startoftranscript en de translate transcribe startofprev nospeech notimestamps'.split(' ');
const WORDS = ['a', 'b', 'Ġthe', 'Ġend'];
const id = (name: string) => WORDS.length + SPECIAL.indexOf(name);
const FIRST = WORDS.length + SPECIAL.length;
const SIZE = FIRST + 1501;
const vocabulary = createVocabulary(
  {
    model: { vocab: Object.fromEntries(WORDS.map((word, i) => [word, i])) },
    added_tokens: SPECIAL.map((name) => ({ id: id(name), content: `<|${name}|>` })),
  },
  true,
);
const { control } = vocabulary;

describe('log-mel spectrogram', () => {
  it('has its peak in the band of a tone, and its floor 2 below the peak', () => {
    const mel = createLogMel(80)(sine(1000, 2, 16_000));
    const at = (band: number, frame: number) => mel[band * MEL_FRAMES + frame]!;
    const loudest = Array.from({ length: 80 }, (_, band) => at(band, 100)).reduce((a, b) => Math.max(a, b));
    const band = Array.from({ length: 80 }, (_, i) => i).find((i) => at(i, 100) === loudest)!;
    // 1000 Hz is mel 15 of 45.2, and the bands divide that range by 81.
    expect(Math.abs(band + 1 - (15 / 45.245) * 81)).toBeLessThan(1);
    const [lowest, highest] = [mel.reduce((a, b) => Math.min(a, b)), mel.reduce((a, b) => Math.max(a, b))];
    expect(lowest).toBeCloseTo(highest - 2, 5);
    expect(at(band, 2500)).toBeCloseTo(loudest - 2, 1);
  });

  it('is flat for silence', () => {
    expect(new Set(createLogMel(80)(new Float32Array()))).toEqual(new Set([-1.5]));
  });
});

describe('timestamp grammar', () => {
  const at = (steps: number) => FIRST + steps;

  it('begins with a timestamp within the first second', () => {
    expect(allowedAfter([], control, SIZE)).toEqual({
      text: false,
      end: false,
      timestampFrom: at(0),
      timestampTo: at(51),
    });
  });

  it('continues a line with text, and ends it with a later timestamp', () => {
    expect(allowedAfter([at(0)], control, SIZE)).toMatchObject({ text: true, end: true, timestampFrom: SIZE });
    expect(allowedAfter([at(0), 1], control, SIZE)).toMatchObject({ text: true, end: true, timestampFrom: at(1) });
    expect(allowedAfter([at(0), 1, at(9)], control, SIZE)).toMatchObject({ text: false, timestampFrom: at(9) });
    expect(allowedAfter([at(0), 1, at(9), at(9)], control, SIZE)).toMatchObject({ text: true, timestampFrom: SIZE });
  });

  it('divides tokens into lines', () => {
    expect(linesOf([at(0), 1, 2, at(50), at(60), 3], control)).toEqual([
      { start: 0, end: 1, positions: [1, 2] },
      { start: 1.2, end: null, positions: [5] },
    ]);
    expect(linesOf([], control)).toEqual([]);
  });

  it('leaves an unfinished line to the next window, except in the last one', () => {
    const lines = linesOf([at(0), 1, at(1200), at(1200), 2], control);
    expect(completeLines(lines, 30, false)).toMatchObject({ lines: [lines[0]], until: 24 });
    expect(completeLines(lines, 30, true)).toMatchObject({ lines, until: 30 });
    // The model stopped ten seconds before the end of the sound.
    expect(completeLines(linesOf([at(0), 1, at(900)], control), 28, true).until).toBe(18);
    expect(completeLines([], 28, false).until).toBe(28);
  });

  it('continues after the text, even if its timestamps end too early', () => {
    const tokens = [at(0), 1, 2, 3, at(400)];
    const peaks = [0, 200, 700, 1250, 1260];
    const attention = peaks.map((peak) => [Float32Array.from({ length: 1500 }, (_, i) => (i === peak ? 0.9 : 0))]);
    const attended = attendedUntil({ tokens, attention }, control);
    expect(attended).toBe(14);
    expect(attendedUntil({ tokens, attention: null }, control)).toBe(0);
    const lines = linesOf(tokens, control);
    expect(completeLines(lines, 28, true, 27)).toMatchObject({ lines, until: 28 });
    expect(completeLines(lines, 30, false, 27)).toMatchObject({ lines, until: 27 });
    // Close to the timestamps, they decide.
    expect(completeLines(lines, 28, true, 9).until).toBe(8);
  });
});

describe('token alignment', () => {
  it('finds the frame at which each token begins', () => {
    const begins = [3, 20, 45, 80];
    const rows = begins.map((from, i) => [
      Float32Array.from({ length: 100 }, (_, frame) =>
        frame >= from && frame < (begins[i + 1] ?? 100) ? 0.05 : 0.001,
      ),
    ]);
    const found = alignTokens(rows, 100);
    for (const [i, from] of begins.entries()) expect(Math.abs(found[i]! - (i === 0 ? 0 : from))).toBeLessThanOrEqual(4);
  });

  it('returns an empty path without frames or tokens', () => {
    expect(alignTokens([], 10)).toEqual([]);
    expect(alignTokens([[new Float32Array(4)]], 0)).toEqual([0]);
  });
});

describe('unsigned weights', () => {
  it('yield the same products', async () => {
    const random = seededRandom(4);
    const weights = Int8Array.from({ length: 32 }, () => Math.round(random() * 60 - 30));
    const model = writeOnnx({
      nodes: [
        { op: 'Cast', inputs: ['a'], outputs: ['bytes'], attributes: { to: 2 } },
        { op: 'MatMulInteger', inputs: ['bytes', 'weights', 'zero', 'middle'], outputs: ['integers'] },
        { op: 'Cast', inputs: ['integers'], outputs: ['product'], attributes: { to: 1 } },
        { op: 'Cast', inputs: ['kept'], outputs: ['other'], attributes: { to: 1 } },
        { op: 'Cast', inputs: ['nothing'], outputs: ['zero'], attributes: { to: 2 } },
      ],
      constants: [
        { name: 'weights', shape: [8, 4], values: weights },
        { name: 'middle', shape: [4], values: new Int8Array(4) },
        { name: 'kept', shape: [1], values: Int8Array.of(-5) },
        { name: 'nothing', shape: [], values: Float32Array.of(0) },
      ],
      inputs: [{ name: 'a', type: 'float32', shape: [2, 8] }],
      outputs: [
        { name: 'product', type: 'float32', shape: [2, 4] },
        { name: 'other', type: 'float32', shape: [1] },
      ],
    });
    const changed = toUnsignedWeights(Buffer.from(model));
    expect(changed).not.toEqual(Buffer.from(model));
    const a = new Tensor(
      'float32',
      Float32Array.from({ length: 16 }, () => Math.round(random() * 100)),
      [2, 8],
    );
    const results = [];
    for (const bytes of [model, changed]) {
      const session = await InferenceSession.create(bytes, { logSeverityLevel: 3 });
      const { product, other } = await session.run({ a });
      results.push([...(product!.data as Float32Array), ...(other!.data as Float32Array)]);
      await session.release();
    }
    expect(results[1]).toEqual(results[0]);
    expect(results[0]!.at(-1)).toBe(-5);
  });

  it('reject bytes that are not a model', () => {
    expect(() => toUnsignedWeights(Buffer.from('not a model at all'))).toThrow(/damaged/);
  });
});

describe('window decoding', () => {
  const parts = { vocabulary, vocabularySize: SIZE, sampler: new TokenSampler(control, []) };
  const sureOf = (token: number, by = 30) => {
    const logits = new Float32Array(SIZE);
    logits[token] = by;
    return logits;
  };

  /** A decoder whose scores are a function of the tokens it has read. */
  function scripted(score: (tokens: readonly number[]) => Float32Array) {
    const starts: number[][] = [];
    const stateOf = (tokens: readonly number[]): DecoderState => ({
      logits: (at = tokens.length - 1) => score(tokens.slice(0, at + 1)),
      attention: () => null,
      next: async (token) => stateOf([...tokens, token]),
    });
    const audio: EncodedAudio = {
      async start(tokens) {
        starts.push([...tokens]);
        return stateOf(tokens);
      },
    };
    return { audio, starts };
  }

  /** Returns `words` after the start of the transcript. */
  const says = (words: readonly number[], by = 30) =>
    scripted((tokens) => {
      const from = tokens.indexOf(id('transcribe'));
      if (from < 0) return sureOf(id('de'));
      return sureOf([FIRST, ...words, FIRST + 100, id('endoftext')][tokens.length - from - 1] ?? id('endoftext'), by);
    });
  const request = { language: null, prompt: [], task: 'transcribe' } as const;

  it('takes the language from the first token', async () => {
    const { audio, starts } = says([2, 3]);
    const decoded = await decodeWindow(audio, request, parts);
    expect(decoded).toMatchObject({ language: 'de', temperature: 0, tokens: [FIRST, 2, 3, FIRST + 100] });
    expect(starts).toEqual([[id('startoftranscript')]]);
  });

  it('puts the prompt before the transcript, and detects the language without it', async () => {
    const { audio, starts } = says([2]);
    await decodeWindow(audio, { ...request, prompt: [0, 1] }, parts);
    expect(starts).toEqual([
      [id('startoftranscript')],
      [id('startofprev'), 0, 1, id('startoftranscript'), id('de'), id('transcribe')],
    ]);
  });

  it('translates on request', async () => {
    const { audio, starts } = says([2]);
    await decodeWindow(audio, { ...request, language: 'de', task: 'translate' }, parts);
    expect(starts).toEqual([[id('startoftranscript'), id('de'), id('translate')]]);
  });

  it('retries at higher temperatures while the text repeats itself', async () => {
    const { audio } = says(Array.from({ length: 200 }, () => 2));
    const decoded = await decodeWindow(audio, { ...request, language: 'de' }, parts);
    expect(decoded!.compressionRatio).toBeGreaterThan(2.4);
    // Every attempt repeated itself; one of them is returned for the caller's filter.
    expect(decoded!.tokens.length).toBeGreaterThan(100);
  });

  it('returns nothing for improbable text over sound without speech', async () => {
    const quiet = scripted((tokens) => {
      if (tokens.at(-1) === id('startoftranscript')) return sureOf(id('nospeech'));
      return tokens.length > 12 ? sureOf(id('endoftext')) : new Float32Array(SIZE);
    });
    expect(await decodeWindow(quiet.audio, { ...request, language: 'en' }, parts)).toBeNull();
  });

  it('is deterministic, also when sampling', async () => {
    const vague = () => scripted((tokens) => (tokens.length > 20 ? sureOf(id('endoftext')) : new Float32Array(SIZE)));
    const first = await decodeWindow(vague().audio, { ...request, language: 'en' }, parts);
    expect(await decodeWindow(vague().audio, { ...request, language: 'en' }, parts)).toEqual(first);
  });
});
