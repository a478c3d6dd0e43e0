import { mkdir, readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ModuleName } from '../../src/contract/analysis/modules.ts';
import type { Still } from '../../src/media/frames.ts';
import type { AnalysisModule, ModuleContext, ModuleRun } from '../../src/modules/module.ts';
import { analyze } from '../../src/pipeline/analyze.ts';
import { FromWorker, type RunSpec } from '../../src/pipeline/protocol.ts';
import { writeMedia } from '../fixtures/media.ts';
import { repeat, texture } from '../fixtures/pictures.ts';
import { sine } from '../fixtures/sounds.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { unavailableModule } from '../fixtures/unavailable-module.ts';

const engine = { id: 'test', version: '1' };
const found = (content: string, start_time = 0, end_time = 1) => ({ content, start_time, end_time, data: null });

/** A minimal module. */
function moduleOf(
  name: ModuleName,
  input: AnalysisModule['input'],
  start: (context: ModuleContext) => Partial<ModuleRun>,
): AnalysisModule {
  return {
    name,
    input,
    engine: async () => engine,
    availability: async () => ({ available: true }),
    start: async (context) => ({
      engine,
      needs: {},
      finish: async () => [],
      dispose: async () => {},
      ...start(context),
    }),
  };
}

async function run(
  modules: AnalysisModule[],
  spec: Partial<RunSpec> = {},
  media: 'both' | 'picture' | 'sound' = 'both',
  /** `share`: part of the file that is present; the rest is missing. */
  { seconds = 2, share = 1, stop = undefined as AbortSignal | undefined } = {},
) {
  const folder = await tempFolder();
  const path = join(folder, 'clip.mkv');
  await writeMedia(path, {
    ...(media !== 'sound' && {
      video: { width: 320, height: 180, frameRate: 10, pictures: repeat(texture(320, 180, 3), seconds * 10) },
    }),
    ...(media !== 'picture' && {
      audio: { sampleRate: 16_000, samples: sine(300, seconds, 16_000), codec: 'flac' as const },
    }),
  });
  if (share < 1) await truncate(path, Math.floor((await stat(path)).size * share));
  const stillsFolder = join(folder, 'stills');
  await mkdir(stillsFolder);
  const messages: FromWorker[] = [];
  const byName = new Map(modules.map((module) => [module.name, module]));
  await analyze(
    {
      jobId: 'job',
      path,
      modules: modules.map((module) => module.name),
      finished: [],
      initialPrompt: null,
      brandWords: [],
      stillsFolder,
      ...spec,
    },
    {
      // Parsed as the server would, so that a message out of form fails here.
      send: (message) => void messages.push(FromWorker.parse(structuredClone(message))),
      signal: new AbortController().signal,
      stop,
      embed: async () => null,
      lookup: async (name) => byName.get(name) ?? unavailableModule(name, 'segments', 'not in this test', []),
    },
  );
  const of = <Type extends FromWorker['type']>(type: Type) =>
    messages.filter((message): message is Extract<FromWorker, { type: Type }> => message.type === type);
  const outcome = (name: ModuleName) => of('module').findLast((message) => message.module === name);
  return { messages, of, outcome, files: await readdir(stillsFolder), stillsFolder };
}

describe('analyze', () => {
  it('feeds all modules in one pass, and runs dependent modules afterward', async () => {
    let pictures = 0;
    let samples = 0;
    const { of, outcome } = await run([
      moduleOf('keywords', 'segments', (context) => ({
        finish: async () => context.segmentsOf('ocr').map((segment) => found(`read ${segment.content}`)),
      })),
      moduleOf('ocr', 'video', () => ({
        needs: { luma: true },
        onLuma: () => void pictures++,
        finish: async () => [found('late', 1.5, 99), found('early', -3, 1)],
      })),
      moduleOf('audioevents', 'audio', () => ({
        needs: { audio: true },
        onAudio(chunk) {
          samples += chunk.samples.length;
        },
      })),
    ]);
    expect(pictures).toBe(20);
    expect(samples / 16_000).toBeCloseTo(2, 1);
    const findings = Object.fromEntries(of('findings').map((message) => [message.module, message]));
    expect(findings['ocr']).toMatchObject({
      engine: 'test@1',
      segments: [
        { content: 'early', start_time: 0, end_time: 1 },
        { content: 'late', start_time: 1.5, end_time: 2 },
      ],
    });
    expect(findings['keywords']!.segments.map((segment) => segment.content)).toEqual(['read early', 'read late']);
    expect(outcome('audioevents')).toMatchObject({ status: 'completed' });
    expect(of('done')).toEqual([{ type: 'done', endTime: 2 }]);
  });

  it('isolates the failure of one module, and releases its resources', async () => {
    const disposed: string[] = [];
    const { outcome, of } = await run([
      moduleOf('ocr', 'video', () => ({
        needs: { luma: true },
        onLuma: () => {
          throw new Error('out of ink');
        },
        dispose: async () => void disposed.push('ocr'),
      })),
      moduleOf('visualelements', 'video', () => ({
        needs: { luma: true },
        finish: async () => [found('person')],
        dispose: async () => void disposed.push('visualelements'),
      })),
    ]);
    expect(outcome('ocr')).toMatchObject({ status: 'failed', error: { message: 'out of ink' } });
    expect(outcome('visualelements')).toMatchObject({ status: 'completed' });
    expect(of('findings')).toHaveLength(1);
    expect(disposed.sort()).toEqual(['ocr', 'visualelements']);
  });

  it("explains why a module can't run on a file without video or audio", async () => {
    const listener = moduleOf('audioevents', 'audio', () => ({ needs: { audio: true } }));
    const watcher = moduleOf('ocr', 'video', () => ({ needs: { luma: true } }));
    const silent = await run([listener, watcher], {}, 'picture');
    expect(silent.outcome('audioevents')).toMatchObject({
      status: 'skipped',
      error: { message: 'The file has no audio.' },
    });
    expect(silent.outcome('ocr')).toMatchObject({ status: 'completed' });
    const blind = await run([listener, watcher], {}, 'sound');
    expect(blind.outcome('ocr')).toMatchObject({ status: 'skipped', error: { message: 'The file has no video.' } });
    expect(blind.outcome('audioevents')).toMatchObject({ status: 'completed' });
  });

  it('skips modules that an earlier attempt finished, and passes their findings on', async () => {
    let started = 0;
    const { of } = await run(
      [
        moduleOf('ocr', 'video', () => ({ needs: { luma: true }, finish: async () => [found(`again ${++started}`)] })),
        moduleOf('keywords', 'segments', (context) => ({
          finish: async () => context.segmentsOf('ocr').map((segment) => found(segment.content)),
        })),
      ],
      { finished: [{ module: 'ocr', segments: [found('from before')] }] },
    );
    expect(started).toBe(0);
    expect(of('findings').map((message) => [message.module, message.segments[0]?.content])).toEqual([
      ['keywords', 'from before'],
    ]);
  });

  it('passes the actual duration of a truncated file on', async () => {
    const reader = moduleOf('summary', 'segments', ({ media }) => ({
      finish: async () => [found(String(media.duration), 0, media.duration)],
    }));
    const listener = moduleOf('audioevents', 'audio', () => ({ needs: { audio: true } }));
    const { of } = await run([listener, reader], {}, 'sound', { seconds: 8, share: 0.4 });
    const { content } = of('findings').find((message) => message.module === 'summary')!.segments[0]!;
    expect(Number(content)).toBeGreaterThan(1);
    expect(Number(content)).toBeLessThan(6);
  });

  it('skips unavailable modules, and reports their requirements', async () => {
    const { outcome } = await run([unavailableModule('transcription', 'audio', 'No model is installed.', ['a model'])]);
    expect(outcome('transcription')).toMatchObject({ status: 'skipped', error: { message: 'No model is installed.' } });
  });

  it('saves each still once, by its timestamp, and a thumbnail', async () => {
    const keepTwice = moduleOf('scenes', 'video', (context) => {
      const kept: Still[] = [];
      return {
        needs: { stills: { intervalSeconds: 1, maxSide: 200 } },
        onStill: async (still) => {
          kept.push(still);
          await Promise.all([context.saveStill(still), context.saveStill(still)]);
        },
      };
    });
    const { files, of, stillsFolder } = await run([keepTwice]);
    expect(files.filter((file) => file.endsWith('.jpg')).sort()).toEqual(['0.jpg', '1000.jpg', 'poster.jpg']);
    expect(of('still').map((message) => message.timeMs)).toEqual([0, 1000]);
    expect(await sharp(join(stillsFolder, '0.jpg')).metadata()).toMatchObject({ width: 200, format: 'jpeg' });
  });

  it('ends a stopped run with the findings of every module up to then', async () => {
    const stop = new AbortController();
    let pictures = 0;
    const { of } = await run(
      [
        moduleOf('ocr', 'video', () => ({
          needs: { luma: true },
          onLuma() {
            if (++pictures === 15) stop.abort();
          },
          finish: async () => [found('text', 0.2, 99)],
        })),
        moduleOf('audioevents', 'audio', () => ({
          needs: { audio: true },
          finish: async () => [found('sound', 0, 0.5)],
        })),
        moduleOf('transcription', 'audio', (context) => ({
          needs: { audio: true },
          workedUntil: 1,
          onAudio: () => context.checkpoint?.('test@1', [found('words', 0, 1)], 0),
          finish: async () => {
            throw new Error('would recognize the rest');
          },
        })),
        moduleOf('keywords', 'segments', () => ({ finish: async () => [found('keyword')] })),
      ],
      {},
      'both',
      { seconds: 120, stop: stop.signal },
    );
    expect(pictures).toBeLessThan(1200);
    const findings = of('findings');
    expect(findings.map(({ module }) => module).sort()).toEqual(['audioevents', 'ocr']);
    expect(findings.find(({ module }) => module === 'ocr')!.segments[0]!.end_time).toBeLessThan(120);
    expect(of('checkpoint').length).toBeGreaterThan(0);
    expect(of('module').filter(({ status }) => status === 'completed')).toEqual([]);
    expect(of('warning')).toEqual([]);
    expect(of('done')).toHaveLength(1);
  });
});
