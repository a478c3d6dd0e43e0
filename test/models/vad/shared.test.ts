import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EngineFactory } from '../../../src/models/engine.ts';
import { bundledVad, sharedVad, type VadEngine } from '../../../src/models/vad/index.ts';
import { audioevents } from '../../../src/modules/audioevents/module.ts';
import { analyze } from '../../../src/pipeline/analyze.ts';
import type { FromWorker } from '../../../src/pipeline/protocol.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { concat, silence } from '../../fixtures/sounds.ts';
import { speechLike } from '../../fixtures/speech.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { transcriptionFor } from '../../modules/transcription/run-transcription.ts';
import { evenWords, scriptedEngine } from '../../modules/transcription/scripted-engine.ts';

const RATE = 16_000;

/** The bundled detector, with its loads, frees and pushes counted. */
function counted() {
  const count = { loads: 0, frees: 0, pushes: 0, flushes: 0 };
  const factory: EngineFactory<VadEngine> = {
    ...bundledVad,
    async load() {
      count.loads++;
      const engine = await bundledVad.load();
      return {
        ...engine,
        stream() {
          const stream = engine.stream();
          return {
            push(samples, signal) {
              count.pushes++;
              return stream.push(samples, signal);
            },
            flush() {
              count.flushes++;
              return stream.flush();
            },
          };
        },
        async dispose() {
          count.frees++;
          await engine.dispose();
        },
      };
    },
  };
  return { count, factory };
}

test('all consumers receive the same probabilities, and the network runs once', async () => {
  const { count, factory } = counted();
  const sound = concat(silence(0.4, RATE), speechLike(1.53, RATE, 1));
  const alone = (await bundledVad.load()).stream();
  const shared = sharedVad();
  const [a, b] = [await shared.join(factory), await shared.join(factory)];
  for (let at = 0; at < sound.length; at += 3000) {
    const part = sound.subarray(at, at + 3000);
    const expected = await alone.push(part);
    expect(await a.stream.push(part)).toEqual(expected);
    expect(await b.stream.push(part)).toEqual(expected);
  }
  const rest = await alone.flush();
  expect([await a.stream.flush(), await b.stream.flush()]).toEqual([rest, rest]);
  await a.dispose();
  expect(count).toMatchObject({ loads: 1, frees: 0, pushes: Math.ceil(sound.length / 3000), flushes: 1 });
  await b.dispose();
  expect(count.frees).toBe(1);
});

test('throws for a consumer that lags behind, ignores one that has left, and restarts after the last one', async () => {
  const { count, factory } = counted();
  const shared = sharedVad();
  const [a, b] = [await shared.join(factory), await shared.join(factory)];
  const second = silence(1, RATE);
  await a.stream.push(second);
  await a.stream.push(second);
  expect(() => b.stream.push(second)).toThrow('missed samples');
  await b.dispose();
  expect(await a.stream.push(second)).not.toHaveLength(0);
  await a.dispose();
  const c = await shared.join(factory);
  expect(await c.stream.push(second)).toHaveLength(31);
  await c.dispose();
  expect(count).toMatchObject({ loads: 2, frees: 2 });
});

test('retries loading a detector for the next consumer after a failure', async () => {
  const { factory } = counted();
  const shared = sharedVad();
  await expect(shared.join({ ...factory, load: () => Promise.reject(new Error('gone')) })).rejects.toThrow('gone');
  await (await shared.join(factory)).dispose();
});

extendedTest('a job with two consumers detects speech once, with the same findings as separate jobs', async () => {
  const folder = await tempFolder();
  const path = join(folder, 'talk.mkv');
  const samples = concat(silence(2, RATE), speechLike(6, RATE, 1), silence(3, RATE));
  await writeMedia(path, { audio: { sampleRate: RATE, samples, codec: 'flac' } });
  const load = vi.spyOn(bundledVad, 'load');
  onTestFinished(() => load.mockRestore());
  const engine = scriptedEngine((seconds) => ({ words: evenWords(seconds) }));
  const run = async (modules: ('audioevents' | 'transcription')[]) => {
    const said: FromWorker[] = [];
    const spec = {
      jobId: 'j',
      path,
      modules,
      finished: [],
      initialPrompt: null,
      brandWords: [],
      stillsFolder: folder,
    };
    await analyze(spec, {
      send: (message) => void said.push(message),
      signal: new AbortController().signal,
      embed: async () => null,
      lookup: async (name) => (name === 'audioevents' ? audioevents : transcriptionFor(engine)),
    });
    return said.flatMap((message) => (message.type === 'findings' ? [[message.module, message.segments]] : []));
  };
  const both = await run(['transcription', 'audioevents']);
  expect(load).toHaveBeenCalledTimes(1);
  expect(both).toHaveLength(2);
  expect(both.toSorted()).toEqual([...(await run(['audioevents'])), ...(await run(['transcription']))].toSorted());
});
