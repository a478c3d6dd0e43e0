import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { VISUAL_ENGINE } from '../../../src/contract/search/visual.ts';
import { createClient } from '../../fixtures/client.ts';
import { readZip } from '../../fixtures/read-zip.ts';
import { fakeMedia, SCRIPTED_DESCRIPTOR, startTestServer, type TestServer } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';

async function start() {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  return { server, api: createClient(server, `Bearer ${server.token}`) };
}
type Started = Awaited<ReturnType<typeof start>>;

/** Uploads and analyzes a file; returns its id when it is done. */
async function analyze({ server, api }: Started, name: string, content = fakeMedia(10, name)): Promise<string> {
  const { jobId } = await api.upload(name, content);
  await run({ server, api }, jobId);
  return jobId;
}

async function run(
  { server, api }: Started,
  jobId: string,
  modules = ['scenes', 'visualelements', 'ocr'],
): Promise<void> {
  expect((await api.post(`/videos/${jobId}/process`, { modules })).status).toBe(200);
  await expect.poll(async () => server.store.jobs.get(1, jobId)?.video.status).toBe('completed');
}

async function download({ server }: Started, jobId: string): Promise<Buffer> {
  const response = await fetch(`${server.apiUrl}/videos/${jobId}/bundle`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/\.reelscope"/);
  return Buffer.from(await response.arrayBuffer());
}

async function save(bytes: Uint8Array, name = 'results.reelscope'): Promise<string> {
  const path = join(await tempFolder(), name);
  await writeFile(path, bytes);
  return path;
}

async function results({ api }: Started, jobId: string) {
  const { status, body } = await api.get(`/results/job/${jobId}`);
  expect(status).toBe(200);
  // Ids are numbers of rows, and engines of imported findings name the installation that they are from.
  return JSON.parse(
    JSON.stringify(body, (key, value) =>
      key === 'id' ? undefined : key === 'engine' ? String(value).replace(/^imported\/[0-9a-f]{16}\//, '') : value,
    ),
  );
}

const texts = (server: TestServer, jobId: string) => server.store.segments.list(1, jobId).map(({ content }) => content);

test('results are the same after export and import, and importing again changes nothing', async () => {
  const [from, to] = [await start(), await start()];
  const jobId = await analyze(from, 'street.mp4');
  await from.api.patch(`/videos/${jobId}`, { name: 'Street, morning' });
  const path = await save(await download(from, jobId));
  const first = await to.api.post('/bundles/import', { path });
  expect(first).toMatchObject({
    status: 200,
    body: { outcome: 'added', job_id: jobId, findings: 4, source: 'missing' },
  });
  expect(await results(to, jobId)).toEqual(await results(from, jobId));
  const found = await to.api.post('/search', { query: 'taxi' });
  expect(JSON.stringify(found.body)).toContain(jobId);
  expect((await to.api.get('/storage/sources')).body).toMatchObject([{ job_id: jobId, state: 'missing' }]);
  const before = to.server.store.segments.list(1, jobId);
  expect((await to.api.post('/bundles/import', { path })).body).toMatchObject({ outcome: 'unchanged', job_id: jobId });
  expect(to.server.store.segments.list(1, jobId)).toEqual(before);
  expect(to.server.store.analyses.list(before[0]!.videoId)).toEqual([]);
  // It goes on from there: an import of what was exported here.
  const again = await save(await download(to, jobId));
  expect((await from.api.post('/bundles/import', { path: again })).body).toMatchObject({
    outcome: 'unchanged',
    source: 'ok',
  });
});

test('a bundle is readable without Reelscope', async () => {
  const from = await start();
  const jobId = await analyze(from, 'street.mp4');
  await from.server.store.stills.put(from.server.store.videos.get(1, jobId)!.id, 1000, `stills/${jobId}/1000.jpg`);
  const files = readZip(await download(from, jobId));
  const manifest = JSON.parse(String(files.get('manifest.json')));
  expect(manifest).toMatchObject({
    format: 'reelscope-bundle',
    format_version: 1,
    job_id: jobId,
    source: { name: 'street.mp4', size_bytes: fakeMedia(10, 'street.mp4').length },
  });
  expect([...files.keys()].at(-1)).toBe('manifest.json');
  expect(manifest.entries.map(({ name }: { name: string }) => name)).toEqual([...files.keys()].slice(0, -1));
  const lines = String(files.get('findings/scenes.ndjson')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).content)).toEqual([
    'Shot 1: a street, 3 s',
    'Shot 2: a bridge over a river, 7 s',
  ]);
  expect(JSON.parse(String(files.get('results.json'))).segments).toHaveLength(4);
});

test('a video is found by picture after its import, and by a bundle of an earlier version later', async () => {
  const [from, to] = [await start(), await start()];
  const jobId = await analyze(from, 'street.mp4');
  const idOf = ({ server }: Started) => server.store.videos.get(1, jobId)!.id;
  const old = await save(await download(from, jobId));
  const descriptors = {
    engine: VISUAL_ENGINE,
    source: 'frames' as const,
    pictures: [500, 4_000_000].map((timeMs) => ({ timeMs, descriptor: SCRIPTED_DESCRIPTOR })),
  };
  from.server.store.visual.put(idOf(from), descriptors);
  const bytes = await download(from, jobId);
  expect(JSON.parse(String(readZip(bytes).get('manifest.json'))).analysis.descriptors).toEqual({
    engine: VISUAL_ENGINE,
    source: 'frames',
    pictures: 2,
    size: SCRIPTED_DESCRIPTOR.length,
  });
  expect((await to.api.post('/bundles/import', { path: old })).body).toMatchObject({ outcome: 'added' });
  expect(to.server.store.visual.get(idOf(to), VISUAL_ENGINE)).toBeUndefined();
  const path = await save(bytes);
  expect((await to.api.post('/bundles/import', { path })).body).toMatchObject({ outcome: 'unchanged' });
  expect(to.server.store.visual.get(idOf(to), VISUAL_ENGINE)).toEqual(descriptors);
  const [[found] = []] = await to.server.store.visual.nearest(VISUAL_ENGINE, [SCRIPTED_DESCRIPTOR], [idOf(to)], 1);
  expect(found).toMatchObject({ timeMs: 500 });
});

test('edits travel, and those of the library are kept', async () => {
  const [from, to] = [await start(), await start()];
  const jobId = await analyze(from, 'street.mp4');
  const path = await save(await download(from, jobId));
  await to.api.post('/bundles/import', { path });
  const idOf = ({ server }: Started, content: string) =>
    server.store.segments.list(1, jobId).find((row) => row.content === content)!.id;
  await from.api.patch(`/segments/${idOf(from, 'TAXI')}`, { content: 'TAXI 1' });
  await from.api.patch(`/segments/${idOf(from, 'bicycle')}`, { content: 'red bicycle' });
  await from.api.post(`/results/job/${jobId}/segments`, { module: 'ocr', content: 'STOP', start_time: 1, end_time: 2 });
  await from.api.delete(`/segments/${idOf(from, 'Shot 1: a street, 3 s')}`);
  await to.api.patch(`/segments/${idOf(to, 'TAXI')}`, { content: 'TAXI 2' });
  const edited = await save(await download(from, jobId));
  expect((await to.api.post('/bundles/import', { path: edited })).body.outcome).toBe('updated');
  const now = texts(to.server, jobId);
  expect(now).toEqual(expect.arrayContaining(['TAXI 2', 'red bicycle', 'Shot 2: a bridge over a river, 7 s']));
  expect(now).not.toContain('Shot 1: a street, 3 s');
  expect((await to.api.post('/bundles/import', { path: edited })).body.outcome).toBe('unchanged');
  // In a library without the video, everything is there at once.
  const third = await start();
  await third.api.post('/bundles/import', { path: edited });
  expect((await results(third, jobId)).segments).toEqual((await results(from, jobId)).segments);
});

test('an analysis merges by its time and its modules', async () => {
  const [from, to] = [await start(), await start()];
  const content = fakeMedia(10, 'same');
  const jobId = await analyze(to, 'own-name.mp4', content);
  const videoId = to.server.store.videos.get(1, jobId)!.id;
  // Made later, but own findings stay unless a user decides otherwise; those before are kept then.
  const other = await analyze(from, 'street.mp4', content);
  from.server.store.segments.replaceModule(from.server.store.videos.get(1, other)!.id, {
    module: 'ocr',
    engine: 'better@2',
    segments: [{ content: 'TAXI BERLIN', start_time: 5, end_time: 6, data: null }],
  });
  const newer = await save(await download(from, other));
  expect((await to.api.post('/bundles/import', { path: newer })).body).toMatchObject({ outcome: 'kept' });
  expect(texts(to.server, jobId)).toContain('TAXI');
  expect((await to.api.post('/bundles/import', { path: newer, replace: true })).body).toMatchObject({
    outcome: 'updated',
    job_id: jobId,
    source: 'ok',
  });
  expect(texts(to.server, jobId)).toContain('TAXI BERLIN');
  expect(to.server.store.analyses.list(videoId)).toHaveLength(2);
  // A run here is newer than the next bundle, which is kept as an earlier analysis.
  from.server.store.segments.replaceModule(from.server.store.videos.get(1, other)!.id, {
    module: 'ocr',
    engine: 'other@1',
    segments: [{ content: 'TAXI PARIS', start_time: 5, end_time: 6, data: null }],
  });
  const older = await save(await download(from, other));
  await run(to, jobId);
  const kept = to.server.store.analyses.list(videoId).length;
  expect((await to.api.post('/bundles/import', { path: older })).body.outcome).toBe('kept');
  expect(texts(to.server, jobId)).not.toContain('TAXI PARIS');
  expect(to.server.store.analyses.list(videoId)).toHaveLength(kept + 1);
  for (const path of [older, newer])
    expect((await to.api.post('/bundles/import', { path })).body.outcome).toBe('unchanged');
  expect(to.server.store.analyses.list(videoId)).toHaveLength(kept + 1);
});

test('modules that other machines ran add up', async () => {
  const [one, two, to] = [await start(), await start(), await start()];
  const content = fakeMedia(10, 'same');
  const runOn = async (machine: Started, modules: string[]) => {
    const { jobId } = await machine.api.upload('street.mp4', content);
    await run(machine, jobId, modules);
    return save(await download(machine, jobId));
  };
  const [scenes, ocr] = [await runOn(one, ['scenes']), await runOn(two, ['ocr'])];
  const { body } = await to.api.post('/bundles/import', { path: ocr });
  expect((await to.api.post('/bundles/import', { path: scenes })).body).toMatchObject({
    outcome: 'updated',
    job_id: body.job_id,
  });
  expect(texts(to.server, body.job_id)).toEqual([
    'Shot 1: a street, 3 s',
    'Shot 2: a bridge over a river, 7 s',
    'TAXI',
  ]);
});

test('an uploaded bundle is imported, and its file deleted, whatever it holds', async () => {
  const [from, to] = [await start(), await start()];
  const bytes = await download(from, await analyze(from, 'street.mp4'));
  const upload = async (content: Uint8Array<ArrayBuffer>) => {
    const request = { file_name: 'street.reelscope', content_type: 'application/zip' };
    const { body } = await to.api.post('/storage/upload-url', request);
    await fetch(body.upload_url, { method: 'PUT', headers: { 'content-type': 'application/zip' }, body: content });
    return to.api.post('/bundles/import', { file_path: body.file_path });
  };
  expect((await upload(new Uint8Array([1, 2, 3]))).body.error.message).toMatch(/not a Reelscope bundle/);
  expect((await upload(new Uint8Array(bytes))).body.outcome).toBe('added');
  expect((await to.api.get('/storage/files')).body.files).toEqual([]);
});

test('a source file beside its bundle is found, and one that comes later is relinked', async () => {
  const [from, to] = [await start(), await start()];
  const content = fakeMedia(10, 'street');
  const jobId = await analyze(from, 'street.mp4', content);
  const path = await save(await download(from, jobId));
  await writeFile(join(path, '../street.mp4'), content.replace('street', 'strxxt'));
  expect((await to.api.post('/bundles/import', { path })).body.source).toBe('missing');
  await writeFile(join(path, '../street.mp4'), content);
  expect((await to.api.post('/bundles/import', { path })).body).toMatchObject({ outcome: 'unchanged', source: 'ok' });
  await rm(join(path, '../street.mp4'));
  expect((await to.api.get(`/results/job/${jobId}`)).status).toBe(200);
});

test('a video in the trash comes back with the import; one that is analyzed is left alone', async () => {
  const to = await start();
  const jobId = await analyze(to, 'street.mp4');
  const path = await save(await download(to, jobId));
  to.server.store.videos.trash(1, jobId);
  expect((await to.api.post('/bundles/import', { path })).body.outcome).toBe('unchanged');
  expect(to.server.store.videos.get(1, jobId)).toBeDefined();
  to.server.hold.on = true;
  await to.api.post(`/videos/${jobId}/process`, { modules: ['ocr'] });
  expect((await to.api.post('/bundles/import', { path })).status).toBe(409);
});

test('only what is there can be exported, and only the local user imports by path', async () => {
  const { server, api } = await start();
  const { jobId } = await api.upload('street.mp4', fakeMedia());
  expect((await api.get(`/videos/${jobId}/bundle`)).status).toBe(409);
  expect((await api.get('/videos/none/bundle')).status).toBe(404);
  expect((await api.post('/bundles/import', {})).status).toBe(400);
  expect((await api.post('/bundles/import', { path: 'relative.reelscope' })).status).toBe(400);
  expect((await api.post('/bundles/import', { path: join(server.dataFolder, 'none') })).status).toBe(404);
  expect((await api.post('/bundles/import', { file_path: 'users/1/none.reelscope' })).status).toBe(404);
});
