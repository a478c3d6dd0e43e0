import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeJpeg } from '../../../src/media/images/encode.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { readZip } from '../../fixtures/read-zip.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';
import { waitUntil } from '../../fixtures/wait.ts';

let server: TestServer;
let client: Client;
/** Videos of 10 s; the first has speech and saved frames. */
let one: string;
let two: string;
let storyId: string;

const words = (content: string, start: number) => {
  const each = content.split(' ').map((text, i) => ({ text, start_time: start + i, end_time: start + i + 0.8 }));
  return { content, start_time: start, end_time: start + each.length, data: { words: each } };
};

beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
  one = (await client.upload('first.mp4', fakeMedia(10))).jobId;
  two = (await client.upload('second.mp4', fakeMedia(10, 'x'))).jobId;
  const { id } = server.store.videos.get(1, one)!;
  server.store.segments.replaceModule(id, {
    module: 'transcription',
    engine: 'test@1',
    segments: [words('never shared before', 0), words('we meet <again> here', 3), words('and part', 8)],
  });
  const stills = join(server.dataFolder, 'stills', one);
  await mkdir(stills, { recursive: true });
  const picture = { time: 0, width: 32, height: 18, rgb: new Uint8Array(32 * 18 * 3).fill(120) };
  await writeFile(join(stills, '4000.jpg'), encodeJpeg(picture));

  const momentOf = async (body: object) => (await client.post('/moments', body)).body.id;
  const arrival = { title: 'Arrival <script>', note: '**Why** [it](https://example.org)', tags: ['Case A'] };
  const items = [
    { kind: 'heading', text: 'Start & end' },
    { kind: 'moment', moment_id: await momentOf({ job_id: one, start_time: 3, end_time: 7, ...arrival }) },
    { kind: 'note', text: '- first\n- second' },
    { kind: 'moment', moment_id: await momentOf({ job_id: two, start_time: 2, end_time: 4, title: 'Parting' }) },
    { kind: 'moment', moment_id: await momentOf({ job_id: one, start_time: 8, title: 'Trashed' }) },
  ];
  const { body } = await client.post('/stories', { title: 'Case: 7', description: 'About *it*', items });
  storyId = body.id;
  await client.delete(`/moments/${body.items[4].moment.id}`);
});
afterAll(() => server.close());

const exported = async (format: string, more = '') => {
  const response = await fetch(`${server.apiUrl}/stories/${storyId}/export?format=${format}${more}`, {
    headers: { Authorization: `Bearer ${server.token}` },
  });
  expect(response.status).toBe(200);
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
};
const textOf = async (format: string, more?: string) => new TextDecoder().decode((await exported(format, more)).bytes);

test.each(['html', 'docx', 'csv', 'md', 'json'])('notes are left out on request: %s', async (format) => {
  const read = async (more?: string) => {
    const { bytes } = await exported(format, more);
    return format === 'docx'
      ? readZip(Buffer.from(bytes)).get('word/document.xml')!.toString()
      : Buffer.from(bytes).toString();
  };
  expect(await read()).toContain('Why');
  const text = await read('&notes=false');
  expect(text).toContain('Arrival');
  expect(text).not.toMatch(/Why|About/);
});

test('a report is signed, names its files, and shows nothing outside of the moments', async () => {
  const { headers, bytes } = await exported('html');
  expect(headers.get('content-disposition')).toContain('filename="Case 7.html"');
  const html = new TextDecoder().decode(bytes);
  expect(html).toContain('<h3 dir="auto">1. Arrival &lt;script&gt;</h3>');
  expect(html).toContain('<h2 id="item-1" dir="auto">Start &amp; end</h2>');
  expect(html).toContain('<strong>Why</strong> <a href="https://example.org"');
  expect(html).toContain('we meet &lt;again&gt; here');
  expect(html).not.toContain('never shared');
  expect(html).not.toContain('Trashed');
  expect(html).not.toContain('<script');
  expect(html).toContain('1 moment in the Trash was skipped.');
  expect(html.match(/data:image\/jpeg/g)).toHaveLength(1);
  const { sha256 } = (await client.post('/manifests', { videos: [one] })).body.videos[0];
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(html).toContain(sha256);

  const verify = async (report: string) => (await client.call('POST', '/verify', report)).body;
  expect(await verify(html)).toMatchObject({ status: 'valid' });
  expect(await verify(html.replace('Parting', 'Parking'))).toMatchObject({ status: 'changed' });
});

test('a report has the language that is asked for', async () => {
  const html = await textOf('html', '&language=de');
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('2 Momente · 2 Videos · 6 s');
});

test('sequences and subtitles follow the order of the story', async () => {
  const edl = await textOf('edl', '&rate=25');
  expect(edl.match(/^\d{3} {2}R\d{3}.*$/gm)).toEqual([
    '001  R001     V     C        00:00:03:00 00:00:07:00 01:00:00:00 01:00:04:00',
    '002  R002     V     C        00:00:02:00 00:00:04:00 01:00:04:00 01:00:06:00',
  ]);
  expect(edl).toContain('* HEADING: Start & end');
  expect(await textOf('fcpxml')).toContain('<fcpxml version="1.9">');
  expect(JSON.parse(await textOf('otio'))).toMatchObject({ OTIO_SCHEMA: 'Timeline.1' });
  expect(await textOf('xmeml')).toContain('<xmeml version="5">');
  expect(await textOf('avid', '&sequence_start=10:00:00:00')).toBe(
    'Reelscope\t10:00:00:00\tV1\tblue\tStart & end · Arrival <script>: **Why** [it](https://example.org)\t100\n' +
      'Reelscope\t10:00:04:00\tV1\tgreen\tParting\t50\n',
  );
  expect(await textOf('csv')).toContain(
    '1,Start & end,Arrival <script>,**Why** [it](https://example.org),Case A,first.mp4,',
  );
  expect(JSON.parse(await textOf('json')).shots).toMatchObject([{ title: 'Arrival <script>' }, { title: 'Parting' }]);
  expect(await textOf('md')).toContain('2. **Parting** (01:00:04:00): second.mp4, 00:00:02.000–00:00:04.000');
  // Times count from the start of the joined clip.
  expect(await textOf('srt')).toMatch(/^1\r?\n00:00:00,000 --> 00:00:0/);
  expect(await textOf('vtt')).toContain('WEBVTT');
});

test('a document has headings, lists, links, frames, and hashes', async () => {
  const files = readZip((await exported('docx')).bytes);
  const xml = files.get('word/document.xml')!.toString('utf8');
  expect(xml).toContain('<w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t xml:space="preserve">Start &amp; end</w:t>');
  expect(xml.match(/"ListBullet"/g)).toHaveLength(2);
  expect(xml).toContain('<a:blip r:embed="rIdPicture1"/>');
  const { citations } = (await client.get(`/videos/${one}/citations`)).body;
  const cited = citations.filter(({ citation }: { citation: string }) => xml.includes(citation));
  // The line within the moment.
  expect(cited).toHaveLength(1);
  expect(files.get('word/_rels/document.xml.rels')!.toString('utf8')).toContain('Target="https://example.org"');
  expect(files.get('word/media/1.jpg')!.subarray(0, 2).toString('hex')).toBe('ffd8');
});

test('a contact sheet has a cell per moment, and citations of the lines', async () => {
  const html = await textOf('contact_sheet');
  expect(html.match(/<figure>/g)).toHaveLength(2);
  expect(html).toContain('0:03–0:07');
  const { citations } = (await client.get(`/videos/${one}/citations`)).body;
  const cited = citations.filter(({ citation }: { citation: string }) => html.includes(`<code>${citation}</code>`));
  expect(cited).toHaveLength(1);
});

test('exports become part of the histories of the videos', async () => {
  await exported('edl');
  const formats = async () =>
    (await client.get(`/videos/${two}/audit`)).body.entries
      .filter(({ action }: { action: string }) => action === 'exported')
      .map(({ details }: { details: { format: string } }) => details.format);
  await waitUntil(async () => (await formats()).includes('edl'));
});

test('refuses a story without moments, and unknown formats and rates', async () => {
  const empty = (await client.post('/stories', { title: 'Empty' })).body.id;
  expect((await client.get(`/stories/${empty}/export?format=html`)).body.error.code).toBe('not_ready');
  for (const query of ['', '?format=exe', '?format=edl&rate=fast']) {
    expect((await client.get(`/stories/${storyId}/export${query}`)).status).toBe(400);
  }
});
