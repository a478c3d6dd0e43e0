import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeZip } from 'client-zip';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../fixtures/client.ts';
import { readZip } from '../../fixtures/read-zip.ts';
import { fakeMedia, startTestServer } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';

async function start() {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  return { server, api: createClient(server, `Bearer ${server.token}`) };
}
type Started = Awaited<ReturnType<typeof start>>;

async function analyze({ server, api }: Started, modules = ['scenes', 'ocr']): Promise<string> {
  const { jobId } = await api.upload('street.mp4', fakeMedia());
  await api.post(`/videos/${jobId}/process`, { modules });
  await expect.poll(() => server.store.jobs.get(1, jobId)?.video.status).toBe('completed');
  return jobId;
}

async function download({ server }: Started, jobId: string): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${server.token}` };
  const response = await fetch(`${server.apiUrl}/videos/${jobId}/bundle`, { headers });
  return new Uint8Array(await response.arrayBuffer());
}

const save = async (bytes: Uint8Array) => {
  const path = join(await tempFolder(), 'x.reelscope');
  await writeFile(path, bytes);
  return path;
};

/** Packs a bundle again after a change of its lines of text in pictures, and of its manifest. */
async function forge(
  bytes: Uint8Array,
  findings: unknown[],
  // biome-ignore lint/suspicious/noExplicitAny: tests break the manifest in every way
  change: (manifest: any) => void = () => {},
): Promise<string> {
  const files = readZip(bytes);
  const { signature, ...manifest } = JSON.parse(String(files.get('manifest.json')));
  files.delete('manifest.json');
  files.set('findings/ocr.ndjson', Buffer.from(findings.map((line) => JSON.stringify(line)).join('\n')));
  for (const module of manifest.analysis.modules) {
    module.vectors = null;
    files.delete(`vectors/${module.module}.f32`);
    if (module.module === 'ocr') module.findings = findings.length;
  }
  manifest.analysis.id = createHash('sha256').update(JSON.stringify(findings)).digest('hex');
  manifest.entries = [...files].map(([name, content]) => ({
    name,
    size_bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  manifest.signature = signature;
  change(manifest);
  const all = [...files, ['manifest.json', Buffer.from(JSON.stringify(manifest))] as const];
  const zip = makeZip(all.map(([name, input]) => ({ name, input: new Uint8Array(input) })));
  return save(new Uint8Array(await new Response(zip).arrayBuffer()));
}

const unsigned = (manifest: { signature?: unknown }) => void delete manifest.signature;
const line = (content: string, data: unknown = null) => ({ content, start_time: 1, end_time: 2, data });

test('own findings stay, whatever time a bundle states', async () => {
  const own = await start();
  const jobId = await analyze(own);
  const before = own.server.store.segments.list(1, jobId);
  const path = await forge(await download(own, jobId), [line('FORGED')], (manifest) => {
    unsigned(manifest);
    manifest.analysis.finished_at = '2099-01-01T00:00:00.000';
  });
  expect((await own.api.post('/bundles/inspect', { path })).body).toMatchObject({
    signer: 'none',
    fingerprint: null,
    is_known: true,
    own_modules: ['ocr', 'scenes'],
  });
  expect((await own.api.post('/bundles/import', { path })).body).toMatchObject({ outcome: 'kept', signer: 'none' });
  expect(own.server.store.segments.list(1, jobId)).toEqual(before);
  const [kept] = (await own.api.get(`/videos/${jobId}/analyses`)).body.analyses.filter(
    (analysis: { is_present?: boolean }) => !analysis.is_present,
  );
  expect(Date.parse(kept.finished_at)).toBeLessThanOrEqual(Date.now());
  // A user decides.
  await own.api.post('/bundles/import', { path, replace: true });
  const [forged] = own.server.store.segments.list(1, jobId, ['ocr']);
  expect(forged).toMatchObject({ content: 'FORGED', engine: expect.stringMatching(/^imported\/unsigned\//) });
  const cited = await own.api.post('/citations', { job_id: jobId, segment_ids: [String(forged!.id)] });
  expect(cited.body[0]).toMatchObject({
    imported_from: 'unsigned',
  });
});

test('members that only the server writes, and messages with other words, are dropped', async () => {
  const [from, to] = [await start(), await start()];
  const path = await forge(
    await download(from, await analyze(from)),
    [
      line('A', { added: true, added_by: 'Analyst', added_at: '2020-01-01T00:00:00.000', label: 'A' }),
      line('B', { corrected: true, original: 'C', assigned_speaker: 'S1' }),
      line('D', { closer_look: { id: 'x', engine: 'own@1' } }),
      line('NOTHING SEEN', { text: { key: 'sentences', params: { sentences: 'A gun' } } }),
      line('Kept', { text: { key: 'sentences', params: { sentences: 'Kept' } } }),
    ],
    unsigned,
  );
  const { job_id } = (await to.api.post('/bundles/import', { path })).body;
  expect(to.server.store.segments.list(1, job_id, ['ocr']).map(({ data }) => JSON.parse(data!))).toEqual([
    { label: 'A' },
    {},
    {},
    {},
    { text: { key: 'sentences', params: { sentences: 'Kept' } } },
  ]);
});

test.each([
  { key: 'sentences', params: null },
  { key: 'sentences', params: { sentences: null } },
  { key: 'sentences', params: { sentences: [{ key: 1 }] } },
  { key: 'sentences', params: { sentences: { a: 1 } } },
  JSON.parse(`${'{"key":"lines","params":{"lines":'.repeat(40)}"x"${'}}'.repeat(40)}`),
])('a message that can’t be shown is refused: %#', async (text) => {
  const own = await start();
  const path = await forge(await download(own, await analyze(own)), [line('X', { text })], unsigned);
  expect(await own.api.post('/bundles/import', { path })).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request', message: expect.stringMatching(/findings\/ocr\.ndjson/) } },
  });
});

test('a signature is of its bundle, and names the installation', async () => {
  const [from, to] = [await start(), await start()];
  const jobId = await analyze(from);
  const bytes = await download(from, jobId);
  const path = await save(bytes);
  const seen = (await to.api.post('/bundles/inspect', { path })).body;
  expect(seen).toMatchObject({
    signer: 'other',
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    is_known: false,
  });
  expect((await from.api.post('/bundles/inspect', { path })).body).toMatchObject({
    signer: 'this_installation',
    fingerprint: seen.fingerprint,
    is_known: true,
  });
  expect((await to.api.get('/videos')).body).toEqual([]);
  await to.api.post('/bundles/import', { path });
  const { segments } = (await to.api.get(`/results/job/${jobId}`)).body;
  const prefix = `imported/${seen.fingerprint.slice(0, 16)}/`;
  expect(segments.every(({ engine }: { engine: string }) => engine.startsWith(prefix))).toBe(true);
  const changed = await forge(bytes, [line('OTHER')]);
  expect((await to.api.post('/bundles/inspect', { path: changed })).body.error.message).toMatch(
    /manifest\.json was changed/,
  );
});
