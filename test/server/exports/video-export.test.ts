import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeJpeg } from '../../../src/media/images/encode.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { latestEntry } from '../../fixtures/history.ts';
import { seedPeople } from '../../fixtures/people.ts';
import { readZip } from '../../fixtures/read-zip.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let client: Client;
/** A completed video of 60 s with four chapters, two lines of speech, and a saved frame. */
let jobId: string;

const at = (
  start_time: number,
  end_time: number,
  content: string,
  data: { still_time?: number; speaker?: string; speaker_id?: string } = {},
) => ({
  start_time,
  end_time,
  content,
  data,
});

beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
  jobId = (await client.upload('Council "May" <1>.mp4', fakeMedia(60))).jobId;
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await client.settled(jobId);
  const { id } = server.store.videos.get(1, jobId)!;
  const replace = (module: 'transcription' | 'chapters' | 'ocr', segments: ReturnType<typeof at>[]) =>
    server.store.segments.replaceModule(id, { module, engine: 'test@1', segments });
  replace('transcription', [at(1, 4, 'good <evening>'), at(30, 33, 'the bridge', { speaker: 'S1', speaker_id: 'S1' })]);
  await client.patch(`/videos/${jobId}/speakers/S1`, { name: 'Anna Meier' });
  replace('chapters', [at(0, 15, 'Opening'), at(15, 30, 'Budget'), at(30, 45, 'Bridge'), at(45, 60, 'Votes')]);
  replace('ocr', [at(31, 35, 'BRIDGE PLAN', { still_time: 32 })]);
  const stills = join(server.dataFolder, 'stills', jobId);
  await mkdir(stills, { recursive: true });
  const picture = { time: 0, width: 32, height: 18, rgb: new Uint8Array(32 * 18 * 3).fill(120) };
  await writeFile(join(stills, '32000.jpg'), encodeJpeg(picture));
  await client.post('/moments', { job_id: jobId, start_time: 30, end_time: 33, title: 'Plan shown', note: 'Page 3' });
});
afterAll(() => server.close());

const exported = async (query: string) => {
  const response = await fetch(`${server.apiUrl}/videos/${jobId}/export?${query}`, {
    headers: { Authorization: `Bearer ${server.token}` },
  });
  // `text()` would drop a byte order mark.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.bytes());
  return { status: response.status, headers: response.headers, text };
};
const lastExport = async () => (await latestEntry(client, jobId, 'exported'))?.details;
const verify = async (report: string) => (await client.call('POST', '/verify', report)).body;

test.each(['html', 'md', 'json'])('a report is signed, so that a changed byte shows: %s', async (format) => {
  const { status, headers, text } = await exported(`format=${format}`);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toContain(`filename="Council May 1.${format}"`);
  expect(text).toContain('BRIDGE PLAN');
  expect(await verify(text)).toMatchObject({ status: 'valid' });
  expect(await verify(text.replace('BRIDGE PLAN', 'BRIDGE PLANE'))).toMatchObject({ status: 'changed' });
  expect(await lastExport()).toMatchObject({ format });
});

test('a report has the saved frames, the moments, and the citations', async () => {
  const { text } = await exported('format=html&language=de');
  expect(text.match(/data:image\/jpeg;base64,/g)!.length).toBeGreaterThan(0);
  expect(text).toContain('Plan shown');
  expect(text).toContain('good &lt;evening&gt;');
  expect(text).toContain('Dieser Bericht ist signiert');
  expect(text).not.toContain('<script');
});

test('a document has moments, chapters, and the transcript with speakers and times, and is recorded', async () => {
  const response = await fetch(`${server.apiUrl}/videos/${jobId}/export?format=docx&language=de`, {
    headers: { Authorization: `Bearer ${server.token}` },
  });
  expect(response.headers.get('content-type')).toContain('wordprocessingml');
  const bytes = Buffer.from(await response.arrayBuffer());
  const words = readZip(bytes)
    .get('word/document.xml')!
    .toString()
    .replace(/<[^>]+>/g, '|')
    .replace(/[|\n]+/g, '|');
  expect(words).toContain('|Momente|Plan shown|0:30–0:33|Page 3|Kapitel|0:00  |Opening|');
  expect(words).toContain('|Transkript|Opening|0:01  |good &lt;evening&gt;|');
  expect(words).toContain('|Budget|Bridge|0:30  |Anna Meier  |the bridge|');
  expect(words).toContain('|Was untersucht wurde|Sprache: Bedingungen nicht aufgezeichnet|');
  expect(words).not.toContain('BRIDGE PLAN');
  expect(await lastExport()).toMatchObject({
    format: 'docx',
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  expect(readZip(bytes).get('word/document.xml')!.toString()).not.toContain('undefined');
});

test('text for people numbers the speakers in their language', async () => {
  await client.patch(`/videos/${jobId}/speakers/S1`, { name: null });
  for (const format of ['csv', 'vtt', 'txt']) {
    expect((await exported(`format=${format}&language=de`)).text).toContain('Sprecher 1');
    expect((await exported(`format=${format}&language=en`)).text).toContain('Speaker 1');
  }
  await client.patch(`/videos/${jobId}/speakers/S1`, { name: 'Anna Meier' });
});

test('the transcript as text needs speech', async () => {
  expect((await exported('format=txt')).text).toBe(
    'Council "May" <1>.mp4\n\nOpening\n\n[0:01] good <evening>\n\nBudget\n\nBridge\n\n[0:30] Anna Meier: the bridge\n',
  );
  expect((await exported('format=txt&start=40&end=50')).status).toBe(409);
});

test.each(['html', 'md', 'json', 'csv', 'otio', 'fcpxml'])('findings carry their citations: %s', async (format) => {
  const { body } = await client.get(`/videos/${jobId}/citations`);
  expect(body.citations.length).toBeGreaterThan(6);
  const { text } = await exported(`format=${format}&modules=transcription`);
  for (const { segment_id, citation } of body.citations) {
    const { module } = server.store.segments.list(1, jobId).find(({ id }) => String(id) === segment_id)!;
    expect(text.includes(citation), module).toBe(module === 'transcription');
  }
});

test.each(['csv', 'srt', 'vtt', 'txt', 'edl', 'fcpxml', 'xmeml', 'otio', 'avid', 'youtube', 'ffmetadata'])(
  'another file is recorded by its hash: %s',
  async (format) => {
    const { status, text } = await exported(`format=${format}`);
    expect(status).toBe(200);
    expect(text).toMatch(/the bridge|Bridge/);
    expect(text.startsWith('\ufeff')).toBe(format === 'csv');
    expect(await lastExport()).toMatchObject({ format, sha256: createHash('sha256').update(text).digest('hex') });
  },
);

test('moments are in every file of findings, unless they are left out', async () => {
  for (const format of ['html', 'md', 'json', 'csv', 'edl', 'fcpxml', 'xmeml', 'otio', 'avid']) {
    expect((await exported(`format=${format}`)).text, format).toContain('Plan shown');
    expect((await exported(`format=${format}&moments=false`)).text, format).not.toContain('Plan shown');
  }
  for (const format of ['html', 'md', 'json', 'csv']) {
    expect((await exported(`format=${format}`)).text, format).toContain('Page 3');
    const { text } = await exported(`format=${format}&notes=false`);
    expect(text, format).toContain('Plan shown');
    expect(text, format).not.toContain('Page 3');
  }
  const { text } = await exported('format=csv&start=31&end=40&from_zero=true');
  expect(text).toMatch(/^moment,0,2,Plan shown,,,/m);
});

test('files for editing programs find the file, and start at a chosen timecode', async () => {
  const url = /src="(file:\/\/[^"]*)"/.exec((await exported('format=fcpxml')).text)![1]!;
  expect(await readFile(fileURLToPath(url), 'utf8')).toContain('REEL 60');
  expect((await exported('format=xmeml')).text).toContain(`<pathurl>${url}</pathurl>`);
  // A saved clip of the range is another file.
  expect((await exported('format=fcpxml&start=1&end=9&from_zero=true')).text).not.toContain('file://');
  const edl = await exported('format=edl&rate=29.97 DF&sequence_start=00:59:59;28');
  expect(edl.text).toContain(' 00:59:59;28 00:59:59;29 ');
  expect((await exported('format=fcpxml&rate=25&sequence_start=01:00:00:00')).text).toContain('tcStart="90000/25s"');
});

test('a file with a start timecode has it in every format, also if an earlier version probed it', async () => {
  const video = server.store.videos.get(1, jobId)!;
  const start = { timecode: '10:00:00:00', frame_rate: 25, drop_frame: false, seconds: 36_000 };
  server.store.videos.update(1, jobId, {
    media: JSON.stringify({ ...JSON.parse(video.media!), startTimecode: start }),
  });
  expect((await client.get(`/videos/${jobId}/media`)).body.start_timecode).toEqual(start);
  expect(JSON.parse((await exported('format=json')).text).start_timecode).toEqual(start);
  const found: Record<string, string> = {
    md: 'Start timecode 10:00:00:00',
    csv: ',10:00:31:00,10:00:35:00',
    edl: ' 10:00:31:00 10:00:31:01 01:00:31:00 ',
    fcpxml: 'start="900000/25s"',
    xmeml: '<string>10:00:00:00</string>',
    otio: '"value": 900000',
    avid: 'Reelscope\t10:00:31:00\t',
  };
  for (const [format, text] of Object.entries(found)) {
    expect((await exported(`format=${format}`)).text, format).toContain(text);
  }
  expect((await exported('format=csv&start=1&end=9&from_zero=true')).text).not.toContain('10:00:');

  const { startTimecode, ...earlier } = JSON.parse(server.store.videos.get(1, jobId)!.media!);
  server.store.videos.update(1, jobId, { media: JSON.stringify(earlier) });
  // The scripted probe finds none.
  expect((await client.get(`/videos/${jobId}/media`)).body.start_timecode).toBeNull();
  expect(JSON.parse(server.store.videos.get(1, jobId)!.media!).startTimecode).toBeNull();
});

test('a range and modules select the findings; times may count from its start', async () => {
  const part = await exported('format=csv&modules=transcription&start=29&end=40');
  expect(part.text).toContain('the bridge');
  expect(part.text).not.toMatch(/good|PLAN/);
  expect(part.headers.get('content-disposition')).toContain('0.00.29-0.00.40.csv');
  expect((await exported('format=srt&start=29&from_zero=true')).text).toContain('00:00:01,000 --> 00:00:04,000');
  expect((await exported('format=edl&rate=29.97 DF')).text).toContain('FCM: DROP FRAME');
});

test('a range past the end has no length', async () => {
  const { text } = await exported('format=json&start=70&end=80&from_zero=true');
  expect(JSON.parse(text)).toMatchObject({ duration: 0, segments: [] });
});

test('what can’t be exported is refused, and nothing is recorded', async () => {
  const before = await lastExport();
  const code = async (query: string) => {
    const { status, text } = await exported(query);
    return [status, JSON.parse(text).error.code];
  };
  expect(await code('format=doc')).toEqual([400, 'invalid_request']);
  expect(await code('')).toEqual([400, 'invalid_request']);
  expect(await code('format=edl&rate=fast')).toEqual([400, 'invalid_request']);
  expect(await code('format=edl&rate=10')).toEqual([400, 'invalid_request']);
  expect(await code('format=edl&rate=25&sequence_start=01:00:00:25')).toEqual([400, 'invalid_request']);
  expect(await code('format=edl&sequence_start=25:00:00:00')).toEqual([400, 'invalid_request']);
  expect(await code('format=csv&start=9&end=9')).toEqual([400, 'invalid_request']);
  expect(await code('format=csv&modules=weather')).toEqual([400, 'invalid_request']);
  expect(await code('format=youtube&start=0&end=20')).toEqual([409, 'not_ready']);
  expect(await lastExport()).toEqual(before);
  const { jobId: fresh } = await client.upload('fresh.mp4', fakeMedia(5));
  expect((await client.get(`/videos/${fresh}/export?format=csv`)).status).toBe(409);
  // The file of this video hasn’t arrived, so its length is unknown.
  const { body } = await client.post('/enterprise?action=registerUpload', { name: 'later.mp4' });
  expect((await client.get(`/videos/${body.job_id}/export?format=avid&start=0.5`)).status).toBe(409);
  expect((await client.get(`/videos/${fresh}/export?format=csv&partial=true`)).status).toBe(200);
  expect((await client.get('/videos/00000000-0000-4000-8000-000000000000/export?format=csv')).status).toBe(404);
});

test('people are left out unless they are chosen', async () => {
  const project = (await client.post('/projects', { name: 'p' })).body.id;
  expect(await exported('format=csv&people=all')).toMatchObject({ status: 409, text: /people_off/ });
  await client.patch(`/videos/${jobId}`, { project_id: project });
  const { personIds } = seedPeople(server.store, server.store.videos.get(1, jobId)!, [
    { name: 'Wilhelmina Ada', tracks: [{ start: 2, end: 5 }] },
    { name: 'Bo', tracks: [{ start: 40, end: 41 }] },
  ]);
  const all = ['html', 'md', 'json', 'csv', 'edl', 'fcpxml', 'otio', 'srt', 'vtt', 'txt', 'youtube', 'ffmetadata'];
  for (const format of all) {
    const { text } = await exported(`format=${format}&modules=transcription,people,chapters`);
    expect(text, format).not.toMatch(/Wilhelmina|face-track/);
  }
  for (const format of all.slice(0, 7)) {
    const { text } = await exported(`format=${format}&modules=transcription&people=all`);
    expect(text, format).toContain('Wilhelmina Ada');
    expect(text, format).toContain('Bo');
  }
  const one = await exported(`format=csv&people=${personIds[0]}&start=3&end=10&from_zero=true`);
  expect(one.text).toMatch(/^people,0,2,Wilhelmina Ada,/m);
  expect(one.text).not.toContain('Bo');
  expect((await exported('format=csv&people=999999')).status).toBe(404);
  const { raw_key } = (await client.post('/keys', { name: 'k', projects: [project] })).body;
  const headers = { 'X-API-Key': raw_key, Authorization: raw_key };
  expect((await fetch(`${server.apiUrl}/videos/${jobId}/export?format=csv&people=all`, { headers })).status).toBe(403);

  const open = async (body: object) => {
    const { share_hash, includes_people } = (await client.post('/shared-reports', { video_id: jobId, ...body })).body;
    const shown = async () => JSON.stringify((await client.get(`/shared-reports/${share_hash}`)).body);
    return { includes_people, shown };
  };
  const [plain, chosen] = [await open({}), await open({ include_people: true })];
  expect([plain.includes_people, chosen.includes_people]).toEqual([false, true]);
  expect(await plain.shown()).not.toMatch(/Wilhelmina|face-track/);
  expect(await chosen.shown()).toContain(
    '"content":"Wilhelmina Ada","engine":"faces@test","start_time":2,"end_time":5',
  );
  await client.delete(`/projects/${project}/people`);
  expect(await chosen.shown()).not.toMatch(/Wilhelmina|face-track/);
  const refused = await client.post('/shared-reports', { video_id: jobId, include_people: true });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'people_off']);
});
