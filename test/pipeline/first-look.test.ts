import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CanceledError } from '../../src/base/errors.ts';
import type { AnalysisModule } from '../../src/modules/module.ts';
import { scenes } from '../../src/modules/scenes/module.ts';
import { analyze } from '../../src/pipeline/analyze.ts';
import { withinShots } from '../../src/pipeline/preview-times.ts';
import { FromWorker, type RunSpec } from '../../src/pipeline/protocol.ts';
import { extendedTest, sample, WHOLE } from '../fixtures/extended.ts';
import { writeMedia } from '../fixtures/media.ts';
import { repeat, texture, withBox } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { unavailableModule } from '../fixtures/unavailable-module.ts';

/** A module that reports one finding for each still that it receives. */
function looker(failsOnFirst = false): AnalysisModule {
  const engine = { id: 'test', version: '1' };
  return {
    name: 'visualelements',
    input: 'video',
    engine: async () => engine,
    availability: async () => ({ available: true }),
    async start(context) {
      if (failsOnFirst && context.isRescan) throw new CanceledError();
      const times: number[] = [];
      return {
        engine,
        needs: { stills: { intervalSeconds: 1, maxSide: 100 } },
        onStill: ({ time }) => void times.push(time),
        finish: async () =>
          times.map((time) => ({ content: `seen at ${time}`, start_time: time, end_time: 99, data: null })),
        dispose: async () => {},
      };
    },
  };
}

async function run(
  spec: Partial<RunSpec>,
  {
    gop = 20,
    seconds = 4,
    stop,
    fails = false,
  }: { gop?: number; seconds?: number; stop?: AbortSignal; fails?: boolean } = {},
) {
  const folder = await tempFolder();
  const path = join(folder, 'clip.mp4');
  const views = [1, 2, 3].map((seed) =>
    withBox(texture(320, 180, seed), { x: seed * 60, y: 20, width: 90, height: 120 }, [250, 250 - seed * 60, 20]),
  );
  const pictures = views.flatMap((view) => [...repeat(view, Math.round(seconds * 10))]);
  await writeMedia(path, { video: { width: 320, height: 180, frameRate: 10, pictures, gop, keyFrames: 'regular' } });
  const stillsFolder = join(folder, 'stills');
  await mkdir(stillsFolder);
  const messages: FromWorker[] = [];
  /** Numbers of previews that were sent before texts were embedded. */
  const embeddedAfter: number[] = [];
  const common = { jobId: 'job', path, finished: [], initialPrompt: null, brandWords: [], stillsFolder };
  const modules = ['scenes', 'visualelements'] as const;
  await analyze(
    { ...common, modules: [...modules], preview: [...modules], ...spec },
    {
      send: (message) => void messages.push(FromWorker.parse(structuredClone(message))),
      signal: new AbortController().signal,
      stop,
      embed: async () => {
        embeddedAfter.push(messages.filter(({ type }) => type === 'preview').length);
        return null;
      },
      lookup: async (name) =>
        name === 'scenes'
          ? scenes(null)
          : name === 'visualelements'
            ? looker(fails)
            : unavailableModule(name, 'segments', 'not in this test', []),
    },
  );
  const of = <Type extends FromWorker['type']>(type: Type) =>
    messages.filter((message): message is Extract<FromWorker, { type: Type }> => message.type === type);
  return { of, embeddedAfter, files: await readdir(stillsFolder) };
}

describe('first look', () => {
  it('shows provisional shots and findings on stills, and ends there', async () => {
    const { of, files } = await run({ depth: 'preview' });
    const shots = of('preview').filter(({ module }) => module === 'scenes');
    expect(shots.at(-1)!.segments.map(({ start_time, end_time }) => [start_time, end_time])).toEqual([
      [0, 4],
      [4, 8],
      [8, 12],
    ]);
    const seen = of('preview').findLast(({ module }) => module === 'visualelements')!;
    expect(seen.segments.length).toBeGreaterThanOrEqual(3);
    expect(seen.segments.every(({ start_time, end_time }) => end_time - start_time <= 4)).toBe(true);
    expect(files).toEqual(
      expect.arrayContaining(shots.at(-1)!.segments.map(({ data }) => `${data!.still_time! * 1000}.jpg`)),
    );
    expect(of('findings')).toEqual([]);
    expect(of('module').map(({ module, status }) => [module, status])).toEqual([
      ['scenes', 'completed'],
      ['visualelements', 'completed'],
    ]);
    expect(of('done')).toHaveLength(1);
  });

  it('shows the first shots before the encoder is loaded', async () => {
    const { of, embeddedAfter } = await run({ depth: 'preview' });
    expect(of('preview')[0]).toMatchObject({ module: 'scenes', vectors: null });
    // The second time, shots are embedded.
    expect(embeddedAfter.length).toBeGreaterThan(0);
    expect(Math.min(...embeddedAfter)).toBeGreaterThan(0);
  });

  it('falls back to the full analysis where key frames show too little, and says so', async () => {
    const { of } = await run({ depth: 'preview' }, { gop: 500 });
    expect(of('warning').map(({ text }) => text?.key)).toEqual(['preview.few-key-frames']);
    expect(of('findings').map(({ module }) => module)).toEqual(expect.arrayContaining(['scenes', 'visualelements']));
  });

  it('is left out of a full analysis of a short video', async () => {
    const { of } = await run({ depth: 'full' });
    expect(of('preview')).toEqual([]);
    expect(of('findings').map(({ module }) => module)).toContain('scenes');
  });

  // A tenth of 308.1 s, its time limit, is no whole number of milliseconds.
  it.each(sample([93, 308.1], 1))('precedes the full analysis of a video of %d s', WHOLE, async (duration) => {
    const { of } = await run({ depth: 'full' }, { seconds: duration / 3 });
    expect(of('preview').map(({ module }) => module)).toContain('scenes');
    expect(of('findings').find(({ module }) => module === 'scenes')!.segments).toHaveLength(3);
    expect(of('progress').some(({ stage }) => stage === 'first-look')).toBe(true);
  });

  it('keeps the preview of a run that is stopped meanwhile', async () => {
    const { of } = await run({ depth: 'full' }, { seconds: 31, stop: AbortSignal.abort() });
    expect(of('preview').map(({ module }) => module)).toContain('scenes');
    expect(of('findings')).toEqual([]);
  });

  extendedTest('does not keep a full analysis from its work if it fails', async () => {
    const { of } = await run({ depth: 'full' }, { seconds: 31, fails: true });
    expect(of('findings').map(({ module }) => module)).toEqual(expect.arrayContaining(['scenes', 'visualelements']));
  });

  extendedTest('leaves out modules that have findings', async () => {
    const { of } = await run({ depth: 'full', preview: ['visualelements'] }, { seconds: 31 });
    expect(new Set(of('preview').map(({ module }) => module))).toEqual(new Set(['visualelements']));
  });
});

describe('withinShots', () => {
  const segment = (start_time: number, end_time: number, still_time?: number) => ({
    content: '',
    start_time,
    end_time,
    data: still_time === undefined ? null : { still_time },
  });
  const shots = [segment(0, 10), segment(10, 20)];

  it('ends a finding with the shot in which it was last seen', () => {
    expect(withinShots([segment(3, 99)], shots)[0]).toMatchObject({ start_time: 3, end_time: 10 });
    expect(withinShots([segment(3, 99, 12)], shots)[0]).toMatchObject({ start_time: 3, end_time: 20 });
  });

  it('gives a finding of a single still a length', () => {
    expect(withinShots([segment(3, 3)], shots)[0]).toMatchObject({ start_time: 3, end_time: 4 });
    expect(withinShots([segment(9.5, 9.5)], shots)[0]).toMatchObject({ end_time: 10 });
  });
});
