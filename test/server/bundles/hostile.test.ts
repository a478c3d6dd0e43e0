import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import BetterSqlite3 from 'better-sqlite3';
import { makeZip } from 'client-zip';
import { expect, onTestFinished, test, vi } from 'vitest';
import { VISUAL_ENGINE } from '../../../src/contract/search/visual.ts';
import { openBundle } from '../../../src/server/bundles/open-bundle.ts';
import { noPictures, readBundle } from '../../../src/server/bundles/read-bundle.ts';
import { createClient } from '../../fixtures/client.ts';
import { readZip } from '../../fixtures/read-zip.ts';
import { fakeMedia, startTestServer } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';

type Files = Map<string, Buffer>;
// biome-ignore lint/suspicious/noExplicitAny: tests break the manifest in every way
type Manifest = any;

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

/** A good bundle with a still, and a server to import it. */
async function start() {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const api = createClient(server, `Bearer ${server.token}`);
  const { jobId } = await api.upload('street.mp4', fakeMedia());
  await api.post(`/videos/${jobId}/process`, { modules: ['scenes', 'ocr'] });
  await expect.poll(() => server.store.jobs.get(1, jobId)?.video.status).toBe('completed');
  await fs.mkdir(join(server.dataFolder, 'stills', jobId), { recursive: true });
  await fs.writeFile(join(server.dataFolder, 'stills', jobId, '1000.jpg'), JPEG);
  server.store.stills.put(server.store.videos.get(1, jobId)!.id, 1000, `stills/${jobId}/1000.jpg`);
  const headers = { authorization: `Bearer ${server.token}` };
  const response = await fetch(`${server.apiUrl}/videos/${jobId}/bundle`, { headers });
  const files = readZip(new Uint8Array(await response.arrayBuffer()));
  await api.delete(`/videos/${jobId}`);
  await api.delete('/trash');
  return { server, api, jobId, files };
}

/** Writes a bundle whose manifest lists the files as they are, except for what `change` does. */
async function pack(files: Files, change: (manifest: Manifest) => void = () => {}, extra: [string, Buffer][] = []) {
  // Anyone can write a bundle without a signature.
  const { signature: _, ...manifest } = JSON.parse(String(files.get('manifest.json')));
  const others = [...files].filter(([name]) => name !== 'manifest.json');
  manifest.entries = others.map(([name, content]) => ({
    name,
    size_bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  change(manifest);
  const all = [...others, ...extra, ['manifest.json', Buffer.from(JSON.stringify(manifest))] as const];
  const zip = makeZip(all.map(([name, input]) => ({ name, input: new Uint8Array(input) })));
  return Buffer.from(await new Response(zip).arrayBuffer());
}

const changed = (files: Files, name: string, content: string | Buffer): Files =>
  new Map(files).set(name, Buffer.from(content));

test('a hostile bundle is refused with a reason, and nothing of it stays', async () => {
  const { server, api, jobId, files } = await start();
  const path = join(await tempFolder(), 'x.reelscope');
  const good = await pack(files);
  const scenes = String(files.get('findings/scenes.ndjson'));
  const line = { content: 'x', start_time: 0, end_time: 1, data: null };
  const withLines = (...lines: unknown[]) => {
    const text = lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
    return pack(changed(files, 'findings/scenes.ndjson', text), ({ analysis }) => {
      analysis.modules.find((one: Manifest) => one.module === 'scenes').findings = lines.length;
    });
  };
  const vectors = (floats: number[], dimension = 2) =>
    pack(changed(files, 'vectors/scenes.f32', Buffer.from(new Float32Array(floats).buffer)), ({ analysis }) => {
      analysis.modules.find((one: Manifest) => one.module === 'scenes').vectors = { engine: 'e@1', dimension };
    });
  const speakers = (list: unknown) => pack(changed(files, 'speakers.json', JSON.stringify(list)));
  const patched = (from: string, to: string) => {
    const bytes = Buffer.from(good);
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at, 'latin1');
    return bytes;
  };
  const asLink = () => {
    const bytes = Buffer.from(good);
    for (
      let at = bytes.indexOf('PK\x01\x02', 0, 'latin1');
      at >= 0;
      at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')
    ) {
      if (bytes.toString('latin1', at + 46, at + 52) === 'stills') bytes.writeUInt32LE((0o120777 << 16) >>> 0, at + 38);
    }
    return bytes;
  };
  const deep = Array.from({ length: 100 }).reduce((inner: unknown) => [inner], []);
  const flipped = Buffer.from(good);
  const at = flipped.indexOf(JPEG);
  flipped[at + 5] = 9;
  const newer = await pack(files, (manifest) => {
    manifest.format_version = 2;
    manifest.analysis = 'of a form that this version does not know';
  });
  const attempts: Record<string, [Buffer, RegExp]> = {
    'descriptors of another size': [
      await pack(changed(files, 'descriptors.bin', Buffer.alloc(12)), ({ analysis }) => {
        analysis.descriptors = { engine: VISUAL_ENGINE, source: 'frames', pictures: 1, size: 8 };
      }),
      /invalid data/,
    ],
    'a manifest of many levels': [await pack(files, (manifest) => Object.assign(manifest, { deep })), /invalid data/],
    'a finding of many levels': [await withLines({ ...line, data: { deep } }), /invalid data/],
    'an empty file': [Buffer.alloc(0), /not a Reelscope bundle/],
    'a text': [Buffer.from('no zip at all'), /not a Reelscope bundle/],
    'a zip of something else': [await pack(new Map([['manifest.json', Buffer.from('{}')]])), /not a Reelscope bundle/],
    'a cut end': [good.subarray(0, good.length - 30), /not a Reelscope bundle/],
    'a cut start': [good.subarray(100), /damaged|not a Reelscope bundle/],
    'a newer version': [newer, /newer version of Reelscope \(format 2\)/],
    'a name that leads out': [patched('stills/1000.jpg', '../../1000/.jpg'), /not permitted/],
    'an absolute name': [patched('stills/1000.jpg', '/etc/passwd.jpg'), /not permitted/],
    'a backslash': [patched('stills/1000.jpg', '..\\..\\1000.jpg'), /not permitted/],
    'a link': [asLink(), /not permitted: stills/],
    'an entry twice': [await pack(files, undefined, [['stills/1000.jpg', JPEG]]), /not permitted/],
    'names that differ in case': [await pack(files, undefined, [['STILLS/1000.jpg', JPEG]]), /not permitted/],
    'an unlisted entry': [await pack(files, undefined, [['more.txt', JPEG]]), /doesn’t list/],
    'a missing entry': [
      await pack(files, ({ entries }) => entries.push({ ...entries[0], name: 'none' })),
      /none is missing/,
    ],
    'an entry listed twice': [await pack(files, ({ entries }) => entries.push(entries[0])), /invalid data/],
    'a changed byte': [flipped, /stills\/1000.jpg was changed/],
    'a wrong hash': [
      await pack(files, ({ entries }) => Object.assign(entries[0], { sha256: 'a'.repeat(64) })),
      /damaged/,
    ],
    'a wrong size': [await pack(files, ({ entries }) => Object.assign(entries[0], { size_bytes: 1 })), /damaged/],
    'a negative size': [
      await pack(files, ({ entries }) => Object.assign(entries[0], { size_bytes: -1 })),
      /invalid data/,
    ],
    'a huge number of findings': [
      await pack(files, ({ analysis }) => Object.assign(analysis.modules[0], { findings: 1e9 })),
      /invalid data/,
    ],
    'fewer findings than stated': [
      await pack(changed(files, 'findings/scenes.ndjson', scenes.split('\n')[0]!)),
      /invalid data/,
    ],
    'more findings than stated': [
      await pack(changed(files, 'findings/scenes.ndjson', scenes + scenes)),
      /invalid data/,
    ],
    'a module twice': [await pack(files, ({ analysis }) => analysis.modules.push(analysis.modules[0])), /invalid data/],
    'a manifest that is no JSON': [patched('"format"', '"forma\\"'), /invalid data|not a Reelscope/],
    'a line that is no JSON': [await withLines('{"content":'), /findings\/scenes.ndjson/],
    'not a number': [await withLines('{"content":"x","start_time":NaN,"end_time":1,"data":null}'), /scenes.ndjson/],
    'an infinite time': [
      await withLines('{"content":"x","start_time":0,"end_time":1e999,"data":null}'),
      /scenes.ndjson/,
    ],
    'a time before the start': [await withLines({ ...line, start_time: -1 }), /scenes.ndjson/],
    'an end before its start': [await withLines({ ...line, start_time: 2 }), /scenes.ndjson/],
    'a content that is no text': [await withLines({ ...line, content: 7 }), /scenes.ndjson/],
    'a confidence of 2': [await withLines({ ...line, data: { confidence: 2 } }), /scenes.ndjson/],
    'a picture in name only': [await pack(changed(files, 'stills/1000.jpg', '<script>')), /stills\/1000.jpg/],
    'an empty picture': [await pack(changed(files, 'stills/1000.jpg', '')), /stills\/1000.jpg/],
    'vectors with NaN': [await vectors([1, 0, Number.NaN, 0]), /vectors\/scenes.f32/],
    'vectors that are too long': [await vectors([1, 0, 3, 0]), /vectors\/scenes.f32/],
    'too few vectors': [await vectors([1, 0]), /vectors\/scenes.f32/],
    'a circle of speakers': [
      await speakers([
        { label: 'S1', name: null, merged_into: 'S2', turns: [] },
        { label: 'S2', name: null, merged_into: 'S1', turns: [] },
      ]),
      /speakers.json/,
    ],
    'a correction of no form': [
      await pack(changed(files, 'corrections.ndjson', '{"module":"ocr"}')),
      /corrections.ndjson/,
    ],
  };
  for (const [what, [bytes, reason]] of Object.entries(attempts)) {
    await fs.writeFile(path, bytes);
    const { status, body } = await api.post('/bundles/import', { path });
    expect([status, body.error?.message], what).toEqual([400, expect.stringMatching(reason)]);
    const check = async () => readBundle(await openBundle(path), noPictures);
    await expect(check(), what).rejects.toMatchObject({ code: 'invalid_request' });
  }
  expect(server.store.videos.list(1, { trash: 'with' })).toEqual([]);
  expect(await fs.readdir(join(server.dataFolder, 'bundles'))).toEqual([]);
  expect(await fs.readdir(join(server.dataFolder, 'stills')).catch(() => [])).toEqual([]);
  await fs.writeFile(path, good);
  expect((await api.post('/bundles/import', { path })).body).toMatchObject({ outcome: 'added' });
  // The id of a deleted video is not given to another one, whose history it would continue.
  expect(server.store.videos.get(1, jobId)).toBeUndefined();
});

test('a bomb is not inflated beyond its size', async () => {
  const { server, api, files } = await start();
  const path = join(await tempFolder(), 'bomb.reelscope');
  const bomb = deflateRawSync(Buffer.alloc(64 * 1024 ** 2));
  const bytes = await pack(changed(files, 'results.json', bomb));
  // States that the entry is deflated to what it takes.
  for (const [start, offset, name] of [
    ['PK\x03\x04', 8, 30],
    ['PK\x01\x02', 10, 46],
  ] as const) {
    for (let at = bytes.indexOf(start, 0, 'latin1'); at >= 0; at = bytes.indexOf(start, at + 4, 'latin1'))
      if (bytes.toString('latin1', at + name, at + name + 12) === 'results.json') bytes.writeUInt16LE(8, at + offset);
  }
  await fs.writeFile(path, bytes);
  const { status, body } = await api.post('/bundles/import', { path });
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(/results.json was changed/)]);
  expect(server.store.videos.list(1)).toEqual([]);
});

test('a bundle that inflates to many times its size is refused before it is read', async () => {
  const { server, api, files } = await start();
  const path = join(await tempFolder(), 'x.reelscope');
  // Pictures of nothing: 80 MB in less than 100 KB.
  const bytes = await pack(changed(files, 'stills/2000.jpg', deflateRawSync(Buffer.alloc(80 * 1024 ** 2))));
  for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    if (bytes.toString('latin1', at + 46, at + 61) !== 'stills/2000.jpg') continue;
    bytes.writeUInt16LE(8, at + 10);
    bytes.writeUInt32LE(80 * 1024 ** 2, at + 24);
  }
  await fs.writeFile(path, bytes);
  expect(await api.post('/bundles/import', { path })).toMatchObject({
    status: 413,
    body: { error: { code: 'too_large' } },
  });
  expect(server.store.videos.list(1)).toEqual([]);
});

test('pictures of an import that was killed before its end are gone after the next start', async () => {
  const { createStaging } = await import('../../../src/server/bundles/staging.ts');
  const { server, jobId } = await start();
  const { dataFolder, store } = server;
  const { createStillFiles } = await import('../../../src/server/library/stills.ts');
  const stills = createStillFiles(dataFolder, store.visual.shotOf);
  const staging = createStaging({ dataFolder, store, stills });
  const stage = await staging.open();
  await stage.write(
    'stills/5.jpg',
    (async function* () {
      yield JPEG;
    })(),
  );
  await stage.publish(jobId, false);
  expect(await fs.readdir(join(dataFolder, 'stills', jobId))).toContain('5.jpg');
  // The process ends here; another one starts.
  await createStaging({ dataFolder, store, stills }).removeOrphans();
  expect(await fs.readdir(join(dataFolder, 'stills')).catch(() => [])).not.toContain(jobId);
  expect(await fs.readdir(join(dataFolder, 'bundles'))).toEqual([]);
});

test('a new video of an import that was killed before its end is gone after the next start', async () => {
  const { createStaging } = await import('../../../src/server/bundles/staging.ts');
  const { server } = await start();
  const { dataFolder, store } = server;
  const { createStillFiles } = await import('../../../src/server/library/stills.ts');
  const stills = createStillFiles(dataFolder, store.visual.shotOf);
  const jobId = '018f0000-0000-7000-8000-000000000009';
  const row = { jobId, name: 'half.mp4', storagePath: 'users/1/half.mp4', selectedInsights: '[]' };
  store.videos.create(1, { ...row, deletedAt: 1 });
  await (await createStaging({ dataFolder, store, stills }).open()).publish(jobId, true);
  await createStaging({ dataFolder, store, stills }).removeOrphans();
  expect(store.videos.byJobId(jobId)).toBeUndefined();
});

test('many findings are stored in short transactions, and their video appears when all are there', async () => {
  const { server, api, files } = await start();
  const count = 1200;
  const line = (i: number) => JSON.stringify({ content: `word ${i}`, start_time: 0, end_time: 1, data: null });
  const lines = Array.from({ length: count }, (_, i) => line(i)).join('\n');
  const path = join(await tempFolder(), 'x.reelscope');
  const bundle = await pack(changed(files, 'findings/scenes.ndjson', lines), ({ analysis }) => {
    const scenes = analysis.modules.find((one: Manifest) => one.module === 'scenes');
    Object.assign(scenes, { findings: count, vectors: null });
    analysis.id = 'b'.repeat(64);
  });
  await fs.writeFile(path, bundle);
  const sizes = new Set<number>();
  let isDone = false;
  const watch = async () => {
    while (!isDone) {
      const [hidden] = server.store.videos.list(1, { trash: 'only' });
      if (hidden)
        sizes.add(server.store.segments.engines(hidden.id).find(({ module }) => module === 'scenes')?.findings ?? 0);
      expect(hidden && server.store.videos.get(1, hidden.jobId)).toBeUndefined();
      await setImmediate();
    }
  };
  const watching = watch();
  const { status, body } = await api.post('/bundles/import', { path });
  isDone = true;
  await watching;
  expect([status, body.outcome]).toEqual([200, 'added']);
  expect(sizes.size).toBeGreaterThan(3);
  expect(server.store.videos.list(1, { trash: 'only' })).toEqual([]);
  expect(server.store.segments.list(1, body.job_id)).toHaveLength(count + 1);
});

test('any number of saved frames is registered at once', async () => {
  const { server, api, files } = await start();
  const path = join(await tempFolder(), 'x.reelscope');
  const stills = Array.from({ length: 300 }, (_, i) => [`stills/${i}.jpg`, JPEG] as const);
  await fs.writeFile(path, await pack(new Map([...files, ...stills])));
  const before = server.statements.length;
  const { body } = await api.post('/bundles/import', { path });
  expect(server.store.stills.list(1, body.job_id)).toHaveLength(301);
  const stored = server.statements.slice(before).filter((sql) => /insert into "?stills/i.test(sql));
  expect(stored).toHaveLength(1);
});

test('media facts that no file has are left out, and break nothing', async () => {
  const { server, api, files } = await start();
  const path = join(await tempFolder(), 'x.reelscope');
  const picture = { codec: 'h264', width: 640, height: 360, rotation: 0, frameRate: 25, pixelFormat: 'yuv420p' };
  const media = { container: 'mov', duration: 10, sizeBytes: 9, video: picture, audio: null };
  const at = { timecode: '00:00:00:00', frame_rate: 25, drop_frame: false, seconds: 0 };
  const odd: Manifest[] = [
    { startTimecode: at },
    { tracks: 'x', recording: 5, startTimecode: { ...at, more: 1 } },
    {
      tracks: { audio: [null] },
      recording: { captured: { time: 7 } },
      startTimecode: { ...at, timecode: '00:00:00:99' },
    },
    { startTimecode: { ...at, frame_rate: 1e-9 }, video: { ...picture, frameRate: 1e300 } },
    { startTimecode: { ...at, frame_rate: null, seconds: -1e300 }, video: { ...picture, frameRate: -25 } },
    { video: { ...picture, width: -1 } },
  ];
  const paths = ['', '/media', '/coverage', ...['html', 'edl', 'fcpxml'].map((format) => `/export?format=${format}`)];
  for (const change of odd) {
    await fs.writeFile(
      path,
      await pack(files, ({ source }) => Object.assign(source, { media: { ...media, ...change } })),
    );
    expect((await api.post('/bundles/import', { path })).body).toMatchObject({ outcome: 'added' });
    const [video] = server.store.videos.list(1);
    for (const of of paths) {
      const { status, body } = await api.get(`/videos/${video!.jobId}${of}`);
      const what = `${JSON.stringify(change)} ${of}`;
      expect(status, what).toBe(200);
      expect(JSON.stringify(body), what).not.toMatch(/NaN|Infinity|undefined/);
    }
    await api.delete(`/videos/${video!.jobId}`);
    await api.delete('/trash');
  }
});

test.each(['new', 'known'])('an import of a %s video that fails midway leaves no row behind', async (kind) => {
  const { server, api, files } = await start();
  const path = join(await tempFolder(), 'x.reelscope');
  await fs.writeFile(path, await pack(files));
  if (kind === 'known') await api.post('/bundles/import', { path });
  /** Numbers of rows in a copy of the database, which the server has for itself. */
  const countsOf = async () => {
    const copy = join(await tempFolder(), 'copy.db');
    for (const suffix of ['', '-wal'])
      await fs.copyFile(join(server.dataFolder, `reelscope.db${suffix}`), `${copy}${suffix}`);
    const database = new BetterSqlite3(copy);
    // Another user holds what is being deleted.
    const counts = ['videos WHERE userId = 1', 'segments', 'corrections', 'sourceFiles', 'jobs'].map((rows) => [
      rows,
      database.prepare(`SELECT count(*) FROM ${rows}`).pluck().get(),
    ]);
    database.close();
    return counts;
  };
  const before = await countsOf();
  const lines = Array.from({ length: 1200 }, (_, i) =>
    JSON.stringify({ content: `word ${i}`, start_time: 0, end_time: 1, data: null }),
  );
  const bundle = await pack(changed(files, 'findings/scenes.ndjson', lines.join('\n')), ({ analysis }) => {
    const scenes = analysis.modules.find((one: Manifest) => one.module === 'scenes');
    Object.assign(scenes, { findings: lines.length, vectors: null });
    analysis.id = 'b'.repeat(64);
    analysis.finished_at = '2026-11-27T12:00:00.000';
  });
  await fs.writeFile(path, bundle);
  const { transaction } = server.store;
  let steps = 0;
  const failing = vi.spyOn(server.store, 'transaction').mockImplementation((work) => {
    if (++steps === 5) throw new Error('The disk is gone.');
    return transaction(work);
  });
  expect((await api.post('/bundles/import', { path, replace: true })).status).toBe(500);
  failing.mockRestore();
  expect(steps).toBeGreaterThanOrEqual(5);
  await server.store.segments.deleted();
  expect(await countsOf()).toEqual(before);
});
