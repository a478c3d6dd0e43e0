import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModuleInfo, ModuleName } from '../../src/contract/analysis/modules.ts';
import { createHeadlessHost } from '../../src/headless/host.ts';
import { type RunningServer, startServer } from '../../src/server/start.ts';
import { type Client, createClient } from '../fixtures/client.ts';
import { runCommand } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { type DoubleMode, type OllamaDouble, startOllamaDouble } from '../fixtures/ollama-double.ts';
import { solid } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { writeWhisperModel } from '../fixtures/whisper-model.ts';

/** Output of `GET /modules` and `doctor`, with a real server, real workers, and a double of Ollama. */

const SEES = { name: 'moondream', capabilities: ['completion', 'vision'] };
const WRITES = { name: 'llama3.2:3b', capabilities: ['completion'] };
const DRAWS = { name: 'nomic-embed-text', capabilities: ['embedding'] };
const NOTHING_SET = { ollama_url: null, ollama_vision_model: null, ollama_language_model: null, offline: false };
const READERS = ['summary', 'chapters', 'keywords'] as const;

let folder: string;
let server: RunningServer;
let client: Client;
let double: OllamaDouble;
let deadUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelscope-engines-'));
  const host = createHeadlessHost(join(folder, 'data'), () => {});
  server = await startServer(host, { port: 0 });
  client = createClient(server, `Bearer ${(await server.localToken()).token}`);
  double = await startOllamaDouble();
  const gone = await startOllamaDouble();
  deadUrl = gone.url;
  await gone.close();
}, 60_000);
afterAll(async () => {
  await server.close();
  await double.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  double.mode = 'well';
  double.onlyAnswers = true;
  double.models = [SEES, WRITES];
  double.answer = () => 'Hello.';
});

type Told = Record<ModuleName, ModuleInfo>;

async function told(): Promise<Told> {
  const { body } = await client.get('/modules');
  return Object.fromEntries((body as ModuleInfo[]).map((module) => [module.name, module])) as unknown as Told;
}

/** Wait until the cached state has expired. */
const eventually = (what: (told: Told) => unknown) => expect.poll(async () => what(await told()), { timeout: 30_000 });

interface Case {
  name: string;
  set: () => object;
  mode?: DoubleMode;
  models?: { name: string; capabilities: string[] }[];
  sight: { engine: RegExp; reason: RegExp | null; needs?: string[] };
  words: { engine: RegExp; reason: RegExp | null; needs?: string[] };
  doctor: RegExp;
}

const SHIPPED = { sight: /^shots@\d+$/, words: /^(?!ollama)/ };
const without = (reason: RegExp, needs: string[]) => ({
  sight: { engine: SHIPPED.sight, reason: new RegExp(`^Shots are not described: .*${reason.source}`), needs },
  words: {
    engine: SHIPPED.words,
    reason: new RegExp(`^The language model is unavailable: .*${reason.source}`),
    needs,
  },
});
const connected = () => ({ ollama_url: double.url });

const CASES: Case[] = [
  {
    name: 'nothing installed, nothing set',
    set: () => ({}),
    sight: { engine: SHIPPED.sight, reason: null },
    words: { engine: SHIPPED.words, reason: null },
    doctor: /ollama +No Ollama server is configured/,
  },
  {
    name: 'Ollama up',
    set: connected,
    sight: { engine: /^shots@\d+\+ollama:moondream@/, reason: null },
    words: { engine: /^ollama:(moondream|llama3\.2:3b)@/, reason: null },
    doctor: /ollama +0\.12\.6 at .*moondream \(completion, vision\)/,
  },
  {
    name: 'Ollama up, no vision model',
    set: connected,
    models: [WRITES],
    sight: {
      engine: SHIPPED.sight,
      reason: /no model that supports images/,
      needs: [expect.stringMatching(/vision model/)],
    },
    words: { engine: /^ollama:llama3\.2:3b@/, reason: null },
    doctor: /! Shots are not described: .*no model that supports images/,
  },
  {
    name: 'Ollama up, no language model',
    set: connected,
    models: [DRAWS],
    sight: {
      engine: SHIPPED.sight,
      reason: /no model that supports images/,
      needs: [expect.stringMatching(/vision model/)],
    },
    words: {
      engine: SHIPPED.words,
      reason: /no model that generates text/,
      needs: [expect.stringMatching(/language model/)],
    },
    doctor: /! The language model is unavailable: .*no model that generates text/,
  },
  {
    name: 'Ollama up, the chosen models not there',
    set: () => ({ ...connected(), ollama_vision_model: 'llava:7b', ollama_language_model: 'qwen3:8b' }),
    sight: { engine: SHIPPED.sight, reason: /does not have the model llava:7b/, needs: ['llava:7b'] },
    words: { engine: SHIPPED.words, reason: /does not have the model qwen3:8b/, needs: ['qwen3:8b'] },
    doctor: /does not have the model llava:7b.* Needs llava:7b\./,
  },
  {
    name: 'Ollama down',
    set: () => ({ ollama_url: deadUrl }),
    ...without(/the connection was refused/, ['ollama']),
    doctor: /ollama +Nothing answers at .*refused[\s\S]*! Shots are not described: .*refused\. Needs ollama\./,
  },
  {
    name: 'Ollama taking calls and not answering',
    set: connected,
    mode: 'hang',
    ...without(/(did not answer in time|has not answered yet)/, ['ollama']),
    doctor: /! Shots are not described: /,
  },
  {
    name: 'something else at the address',
    set: connected,
    mode: 'html',
    ...without(/not Ollama/, ['ollama']),
    doctor: /not Ollama/,
  },
  {
    name: 'Ollama on another machine, and “offline” on',
    set: () => ({ ollama_url: 'http://192.0.2.7:11434', offline: true }),
    ...without(/Reelscope is offline/, ['ollama']),
    doctor: /Reelscope is offline/,
  },
];

describe('GET /modules and doctor', () => {
  it.each(CASES)('$name', { timeout: 60_000 }, async ({ set, mode, models, sight, words, doctor }) => {
    double.models = models ?? double.models;
    if (mode) Object.assign(double, { mode, onlyAnswers: false });
    await client.patch('/models/settings', { ...NOTHING_SET, ...set() });
    const said = (wanted: Case['sight']) => ({
      available: true,
      engine: expect.stringMatching(wanted.engine),
      reason: wanted.reason ? expect.stringMatching(wanted.reason) : null,
      needs: wanted.needs ?? [],
    });
    await eventually(({ scenes }) => scenes).toMatchObject(said(sight));
    await eventually(({ summary }) => summary).toMatchObject(said(words));
    const now = await told();
    for (const name of READERS) expect(now[name]).toMatchObject(said(words));
    for (const name of ['ocr', 'audioevents'] as const) {
      expect(now[name]).toMatchObject({ available: true, reason: null, needs: [] });
    }
    expect(now.visualelements.reason === null).toBe(sight.reason === null);
    expect(now.transcription).toMatchObject({
      available: true,
      engine: expect.stringMatching(/^whisper-base-int8@/),
      reason: null,
      needs: [],
    });
    expect((await runCommand('doctor', '--data-dir', join(folder, 'data'))).stdout).toMatch(doctor);
  });

  it('an installed and a removed Whisper model', { timeout: 60_000 }, async () => {
    await client.patch('/models/settings', NOTHING_SET);
    const path = join(folder, 'ggml-toy.bin');
    await writeWhisperModel(path, { pieces: [' Good'], endSeconds: 1 });
    await client.post('/models/import', { path });
    expect((await told()).transcription).toMatchObject({
      available: true,
      engine: expect.stringMatching(/^own-toy@whisper\.node-/),
      reason: null,
    });
    await client.delete('/models/own-toy');
    expect((await told()).transcription.engine).toMatch(/^whisper-base-int8@/);
  });

  it('reports a server that goes down, and one that comes back', { timeout: 60_000 }, async () => {
    await client.patch('/models/settings', { ...NOTHING_SET, ...connected() });
    await eventually(({ scenes }) => scenes.reason).toBeNull();
    Object.assign(double, { mode: 'error', onlyAnswers: false });
    await eventually(({ scenes }) => scenes.reason).toMatch(/Shots are not described/);
    double.mode = 'well';
    await eventually(({ scenes }) => scenes.reason).toBeNull();
  });
});

describe('Ollama down during a job', () => {
  it('completes the job without its results, and reports what is missing', { timeout: 120_000 }, async () => {
    double.answer = ({ body }) => {
      const asked = body.messages!.at(-1)!;
      if (asked.content.includes('shot of a video')) Object.assign(double, { mode: 'error', onlyAnswers: false });
      return { caption: 'A red wall.' };
    };
    await client.patch('/models/settings', { ...NOTHING_SET, ...connected() });
    const path = join(await tempFolder(), 'clip.mp4');
    const colors = [
      [200, 60, 40],
      [20, 60, 190],
      [30, 160, 60],
    ] as const;
    const pictures = colors.flatMap((color) => new Array(15).fill(solid(160, 90, [...color])));
    await writeMedia(path, { video: { width: 160, height: 90, frameRate: 10, pictures } });
    const { jobId } = await client.upload('clip.mp4', new Uint8Array(await readFile(path)));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","summary"]' });
    const { body } = await client.settled(jobId);
    expect(body.status).toBe('completed');
    expect(body.warnings).toEqual([
      expect.stringMatching(/^Shots are not described, 2 of 3 frames: /),
      expect.stringMatching(/^Summary: The language model wasn’t available, so a basic result was created\. /),
    ]);
    const { scenes, summary } = (await client.get(`/results/job/${jobId}`)).body;
    expect(scenes[0]).toMatchObject({ engine: expect.stringMatching(/^shots@\d+\+ollama:moondream@/) });
    expect(scenes.map(({ data }: { data: { caption?: string } }) => data.caption)).toEqual([
      'A red wall.',
      undefined,
      undefined,
    ]);
    expect(summary).toHaveLength(1);
    expect(summary[0].engine).not.toContain('ollama');
  });
});

describe('decoding of video', () => {
  it('is reported with its reason, and follows the setting', { timeout: 120_000 }, async () => {
    const path = join(await tempFolder(), 'clip.mp4');
    const pictures = new Array(10).fill(solid(160, 90, [200, 60, 40]));
    await writeMedia(path, { video: { width: 160, height: 90, frameRate: 10, pictures } });
    const file = new Uint8Array(await readFile(path));
    const analyzed = async (hardware_decoding: boolean) => {
      await client.patch('/models/settings', { ...NOTHING_SET, hardware_decoding });
      const { jobId } = await client.upload('clip.mp4', file);
      await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
      expect((await client.settled(jobId)).body.status).toBe('completed');
      return (await client.get('/about')).body.decoding;
    };
    // Either the machine has no device, or one was tested.
    const found = await analyzed(true);
    expect(found.reason).not.toBe('off');
    expect(found.device === null).toBe(found.reason !== 'chosen');
    expect(await analyzed(false)).toEqual({ device: null, reason: 'off', codec: 'h264', speedup: null });
    const { stdout } = await runCommand('doctor', '--data-dir', join(folder, 'data'));
    expect(stdout).toMatch(/decoding +processor for h264: hardware decoding is turned off \(last analysis\)/);
  });
});
