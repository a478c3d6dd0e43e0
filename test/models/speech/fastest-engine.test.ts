import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { engineIdOf } from '../../../src/models/engine.ts';
import {
  engineInfo,
  type GgmlSpeechModel,
  loadFastestEngine,
  type SpeechModel,
  speechSpeed,
} from '../../../src/models/speech/index.ts';
import { bestInstructions } from '../../../src/models/speech/instructions.ts';
import { recordJobSpeed, recordSpeed } from '../../../src/models/speech/speeds.ts';
import type { Addon } from '../../../src/models/speech/whisper-cpp/addon.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { writeOnnxWhisper } from '../../fixtures/whisper-onnx-model.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const GPU_MODEL: GgmlSpeechModel = { id: 'big', file: '/none.bin', kind: 'whisper', multilingual: true };

/** Stands for whisper.cpp on a graphics card; `null` for a computer without one. */
function fakeAddon(device: string | null) {
  let calls = 0;
  type Listener = (level: string, text: string) => void;
  let listener: Listener | undefined;
  class Context {
    static toggleNativeLog(_on: boolean, heard?: Listener) {
      listener = heard;
    }
    constructor({ useGpu }: { useGpu: boolean }) {
      if (useGpu && device) listener?.('info', `whisper_backend_init_gpu: using ${device} backend`);
    }
    transcribeData() {
      calls++;
      return { stop: async () => {}, promise: Promise.resolve({ result: '', segments: [] }) };
    }
    async release() {}
  }
  const addon = { WhisperContext: Context, ParakeetContext: Context } as unknown as Addon;
  return { parts: { loadAddon: () => addon, addonVersion: () => '1.0.0' }, calls: () => calls };
}

async function setUp() {
  const folder = await tempFolder();
  await writeOnnxWhisper(folder, 'small', { pieces: [[' hi', 0]], end: 1 });
  const model: SpeechModel = { kind: 'whisper-onnx', id: 'small', folder: join(folder, 'small') };
  return { folder, model, tag: engineIdOf(engineInfo(model)) };
}

describe('a model for the GPU beside one for the processor', () => {
  const open = async (device: string | null, processorSpeed: number) => {
    const { folder, model, tag } = await setUp();
    const { parts, calls } = fakeAddon(device);
    await recordSpeed(folder, tag, processorSpeed);
    const load = async () => {
      const engine = await loadFastestEngine(model, GPU_MODEL, { folder, log, ...parts });
      onTestFinished(() => engine.dispose());
      return engine.info;
    };
    return { folder, load, calls };
  };

  it('is chosen if the self-test shows that it is faster', async () => {
    const { load } = await open('Test0', 0.1);
    expect(await load()).toMatchObject({ id: 'big', version: expect.not.stringMatching(/-cpu$/) });
  });

  it('is not chosen if the processor is faster', async () => {
    const { load } = await open('Test0', 1e9);
    expect(await load()).toMatchObject({ id: 'small', version: expect.stringMatching(/-cpu$/) });
  });

  it('is not chosen without a graphics card', async () => {
    const { folder, load } = await open(null, 0.1);
    expect((await load()).id).toBe('small');
    expect(Object.values(JSON.parse(await readFile(join(folder, 'speech-speed.json'), 'utf8')))).toContain(0);
  });

  it('is tested again with another build', async () => {
    const { folder, model, tag } = await setUp();
    await recordSpeed(folder, tag, 0.1);
    const load = async (device: string | null, version: string) => {
      const parts = { ...fakeAddon(device).parts, addonVersion: () => version };
      const engine = await loadFastestEngine(model, GPU_MODEL, { folder, log, ...parts });
      onTestFinished(() => engine.dispose());
      return engine.info.id;
    };
    expect(await load(null, '1.0.0')).toBe('small');
    expect(await load('Test0', '1.0.0')).toBe('small');
    expect(await load('Test0', '1.0.1')).toBe('big');
  });

  it('is not tested without a build for GPUs', async () => {
    const { folder, model } = await setUp();
    const { parts, calls } = fakeAddon('Test0');
    const engine = await loadFastestEngine(model, GPU_MODEL, { folder, log, ...parts, addonVersion: () => null });
    expect([engine.info.id, calls()]).toEqual(['small', 0]);
    await engine.dispose();
  });

  it('is tested once', async () => {
    const { load, calls } = await open('Test0', 1e9);
    await load();
    const tested = calls();
    expect(tested).toBeGreaterThan(0);
    await load();
    expect(calls()).toBe(tested);
  });
});

describe('the speed of speech recognition', () => {
  it('comes from a self-test, then from an analysis with enough speech', async () => {
    const { folder, model, tag } = await setUp();
    const tested = await speechSpeed(model, { folder, log });
    expect(tested).toEqual({ engine: tag, speed: expect.any(Number), fromJob: false });
    await recordJobSpeed(folder, tag, 5, 1);
    expect((await speechSpeed(model, { folder, log })).fromJob).toBe(false);
    await recordJobSpeed(folder, tag, 60, 5);
    expect(await speechSpeed(model, { folder, log })).toEqual({ engine: tag, speed: 12, fromJob: true });
  });

  it('is not recorded without a folder of models', async () => {
    await recordJobSpeed('', 'scripted@1', 60, 5);
    expect(existsSync('speech-speed.json')).toBe(false);
  });

  it('is measured again if its file is damaged', async () => {
    const { folder, model } = await setUp();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'speech-speed.json'), '{"a":');
    expect((await speechSpeed(model, { folder, log })).speed).toBeGreaterThan(0);
  });
});

describe('the instruction set', () => {
  it('is the best one for 8-bit models', () => {
    expect(bestInstructions('fpu sse4_2 avx avx2'.split(' '))).toBe('AVX2');
    expect(bestInstructions('avx avx2 avx512f avx512_vnni'.split(' '))).toBe('AVX-512 VNNI');
    expect(bestInstructions('AVX1.0 AVX2 SSE4.2'.split(' '))).toBe('AVX2');
    expect(bestInstructions('fp asimd asimddp'.split(' '))).toBe('NEON with 8-bit dot products');
    expect(bestInstructions(['fpu'])).toBeNull();
  });
});
