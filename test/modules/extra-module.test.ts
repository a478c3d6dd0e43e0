import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { MODULE_NAMES } from '../../src/contract/analysis/modules.ts';
import type { SegmentDraft } from '../../src/contract/analysis/segment.ts';
import { BUNDLED_ENGINES } from '../../src/contract/system/engine-settings.ts';
import { matchCorrections } from '../../src/db/corrections/correction-match.ts';
import { describeModules, moduleLookup } from '../../src/modules/registry.ts';
import { analyze } from '../../src/pipeline/analyze.ts';
import { FromWorker } from '../../src/pipeline/protocol.ts';
import { moduleOfTerm } from '../../src/server/chat/module-terms.ts';
import { localClient } from '../fixtures/client.ts';
import { WEATHER } from '../fixtures/extra-module/registration.ts';
import { writeMedia } from '../fixtures/media.ts';
import { repeat, texture } from '../fixtures/pictures.ts';
import { FINDINGS, fakeMedia, startTestServer } from '../fixtures/server.ts';
import { tempFolder } from '../fixtures/temp.ts';

/*
 * A module that does not ship is added as a contributor adds one: a folder, a name, a presentation, and a loader. These
 * data are all that the mocks substitute; everything that reads them is the product's code.
 */
vi.mock('../../src/contract/analysis/module-catalog.ts', async (actual) =>
  (await import('../fixtures/extra-module/registration.ts')).withName(await actual()),
);
vi.mock('../../src/core/modules/module-presentation.ts', async (actual) =>
  (await import('../fixtures/extra-module/registration.ts')).withPresentation(await actual()),
);
vi.mock('../../src/modules/loaders.ts', async (actual) =>
  (await import('../fixtures/extra-module/registration.ts')).withLoader(await actual()),
);

/** Segments of the module for a generated clip, from the real registry and pipeline. */
async function analyzeClip(): Promise<SegmentDraft[]> {
  const folder = await tempFolder();
  const path = join(folder, 'clip.mkv');
  await writeMedia(path, {
    video: { width: 320, height: 180, frameRate: 10, pictures: repeat(texture(320, 180, 3), 20) },
  });
  const stillsFolder = join(folder, 'stills');
  await mkdir(stillsFolder);
  const found: SegmentDraft[] = [];
  await analyze(
    { jobId: 'job', path, modules: [WEATHER], finished: [], initialPrompt: null, brandWords: [], stillsFolder },
    {
      send: (message) => {
        const parsed = FromWorker.parse(structuredClone(message));
        if (parsed.type === 'findings' && parsed.module === WEATHER) found.push(...parsed.segments);
      },
      signal: new AbortController().signal,
      embed: async () => null,
      lookup: moduleLookup(BUNDLED_ENGINES),
    },
  );
  return found;
}

test('an added module is listed, runs in the pipeline, and is delivered by the API in every format', async () => {
  expect(MODULE_NAMES).toContain(WEATHER);
  const segments = await analyzeClip();
  expect(segments).toMatchObject([{ content: expect.stringMatching(/sky$/), start_time: 0, end_time: 2 }]);
  const [{ content }] = segments as [SegmentDraft];

  FINDINGS[WEATHER] = segments;
  const server = await startTestServer();
  try {
    const client = localClient(server);
    expect((await client.get('/modules')).body).toContainEqual(
      expect.objectContaining({ name: WEATHER, title: 'Weather', description: 'The state of the sky.' }),
    );
    const { jobId } = await client.upload('sky.mp4', fakeMedia(10));
    await client.post(`/processing/${jobId}/start`, { selected_insights: JSON.stringify([WEATHER, 'scenes']) });
    await client.settled(jobId);

    const results = (await client.get(`/results/job/${jobId}`)).body;
    expect(results[WEATHER]).toMatchObject([{ module: WEATHER, content }]);
    const only = (await client.get(`/results/job/${jobId}?modules=${WEATHER}`)).body;
    expect(only.segments.map((segment: { module: string }) => segment.module)).toEqual([WEATHER]);
    for (const format of ['csv', 'md']) {
      expect((await client.get(`/results/job/${jobId}?format=${format}`)).body, format).toContain(content);
    }
    expect((await client.get(`/results/job/${jobId}?format=md`)).body).toContain('## Weather');

    const { body: share } = await client.post('/shared-reports', { video_id: jobId });
    const report = (await client.get(`/shared-reports/${share.share_hash}`)).body;
    expect(report.modules).toContain(WEATHER);
  } finally {
    delete FINDINGS[WEATHER];
    await server.close();
  }
});

test('the registry describes an added module, chat maps its terms, and corrections follow its sequence', async () => {
  const described = await describeModules(moduleLookup(BUNDLED_ENGINES));
  expect(described.at(-1)).toMatchObject({ name: WEATHER, available: true, engine: 'sky-brightness@1' });
  expect(moduleOfTerm('forecast')).toBe(WEATHER);
  expect(moduleOfTerm('wetter')).toBe(WEATHER);
  const corrected = [{ content: 'Clear sky', startTime: 0, endTime: 10 }];
  const found = [{ content: 'Heavy rain', start_time: 0, end_time: 9, data: null }];
  expect(matchCorrections(WEATHER, corrected, found)).toEqual([0]);
  expect(matchCorrections('visualelements', corrected, found)).toEqual([undefined]);
});
