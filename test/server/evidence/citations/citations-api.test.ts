import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModuleName } from '../../../../src/contract/analysis/modules.ts';
import type { SegmentDraft } from '../../../../src/contract/analysis/segment.ts';
import { CheckedClaim, type CitedFinding } from '../../../../src/contract/evidence/citations.ts';
import { createClient, localClient, otherClient } from '../../../fixtures/client.ts';
import { fakeMedia, SOUND, startTestServer, type TestServer } from '../../../fixtures/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const LINES: SegmentDraft[] = [
  { content: 'Welcome to the quarterly meeting.', start_time: 0, end_time: 2.5, data: null },
  { content: 'We will ship the new release to 3,000 customers', start_time: 2.5, end_time: 5, data: null },
  { content: 'on Friday, and not before.', start_time: 5, end_time: 7, data: null },
  {
    content: 'Auf Wiedersehen in Berlin.',
    start_time: 8,
    end_time: 9.5,
    data: { translation: 'See you again in Berlin.' },
  },
];
const SIGN: SegmentDraft = { content: 'TAXI', start_time: 5.4, end_time: 6, data: { still_time: 5.4 } };

async function analyzed(name = 'a.mov', content = fakeMedia(10, String(Math.random()))) {
  const client = localClient(server);
  const { jobId } = await client.upload(name, content);
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await client.settled(jobId);
  const find = (module: ModuleName, segments: SegmentDraft[]) =>
    server.store.segments.replaceModule(server.store.videos.byJobId(jobId)!.id, { module, engine: 'test@1', segments });
  find('transcription', LINES);
  find('ocr', [SIGN]);
  const folder = join(server.dataFolder, 'stills', jobId);
  await mkdir(folder, { recursive: true });
  const still = join(folder, '5400.jpg');
  await writeFile(still, 'picture');
  const at = async (start_time: number, module: ModuleName = 'transcription'): Promise<CitedFinding> =>
    (await client.post('/citations', { job_id: jobId, start_time, modules: [module] })).body[0];
  const verify = async (claim: object): Promise<CheckedClaim> => {
    const { status, body } = await client.post('/citations/verify', { claims: [claim] });
    expect(status).toBe(200);
    return CheckedClaim.parse(body.results[0]);
  };
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { client, jobId, still, at, verify, find, sha256 };
}

describe('a citation', () => {
  test('names the file, the time, the text, and the still', async () => {
    const { client, jobId, at, sha256 } = await analyzed();
    const source = Buffer.from(sha256, 'hex').toString('base64url');
    const picture = createHash('sha256').update('picture').digest().subarray(0, 16).toString('base64url');
    const sign = await at(5.5, 'ocr');
    expect(sign.citation).toMatch(new RegExp(`^rsc1\\.${source}\\.5400-6000\\.[\\w-]{22}\\.${picture}$`));
    expect((await at(1)).citation).toMatch(new RegExp(`^rsc1\\.${source}\\.0-2500\\.[\\w-]{22}\\.0$`));
    const byId = (await client.post('/citations', { job_id: jobId, segment_ids: [sign.segment_id] })).body;
    expect(byId).toEqual([sign]);
    const list = (await client.get(`/videos/${jobId}/citations?modules=ocr`)).body;
    expect(list).toEqual({
      job_id: jobId,
      source_sha256: sha256,
      citations: [{ segment_id: sign.segment_id, citation: sign.citation }],
    });
  });

  test('is true as it was made, in another video entry of the same file as well', async () => {
    const content = fakeMedia(10, 'twice');
    const first = await analyzed('first.mov', content);
    const second = await analyzed('second.mov', content);
    const { citation } = await first.at(5.5, 'ocr');
    expect(await first.verify({ citation })).toMatchObject({
      status: 'true',
      reason: 'as_cited',
      still: 'same',
      source_state: 'ok',
      cited: { job_id: first.jobId, content: 'TAXI' },
    });
    expect(await first.verify({ citation, job_id: second.jobId })).toMatchObject({
      status: 'true',
      cited: { job_id: second.jobId },
    });
    await first.client.delete(`/videos/${first.jobId}`);
    await first.client.delete(`/videos/${first.jobId}?permanent=true`);
    expect(await second.verify({ citation })).toMatchObject({ status: 'true', cited: { job_id: second.jobId } });
  });

  test('is changed after a correction, and names the text as it was cited and as it is', async () => {
    const { client, at, verify } = await analyzed();
    const { citation, segment_id } = await at(3);
    for (const content of ['We will ship it to 4,000 customers', 'We will ship it to 5,000 customers'])
      await client.patch(`/segments/${segment_id}`, { content });
    const checked = await verify({ citation, quote: 'to 3000 customers' });
    expect(checked).toMatchObject({
      status: 'changed',
      reason: 'corrected',
      quote: { match: 'exact', text: 'to 3,000 customers' },
      cited: { content: LINES[1]!.content, citation: null },
      present: { content: 'We will ship it to 5,000 customers', corrected: true },
    });
    expect(await verify({ citation: checked.present!.citation })).toMatchObject({ status: 'true' });
    // An edit between is known from the history alone.
    const between = await at(3);
    await client.patch(`/segments/${segment_id}`, { content: 'We will ship it to 6,000 customers' });
    expect(await verify({ citation: between.citation })).toMatchObject({ status: 'changed', reason: 'corrected' });
  });

  test('is changed after a removal', async () => {
    const { client, at, verify } = await analyzed();
    const { citation, segment_id } = await at(5.5, 'ocr');
    await client.delete(`/segments/${segment_id}`);
    expect(await verify({ citation })).toMatchObject({
      status: 'changed',
      reason: 'removed',
      cited: { content: 'TAXI' },
      present: null,
    });
  });

  test('is changed after an analysis that found something else', async () => {
    const { client, jobId, verify } = await analyzed();
    const [scene] = (await client.post('/citations', { job_id: jobId, start_time: 1, modules: ['scenes'] })).body;
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await client.settled(jobId);
    const video = server.store.videos.byJobId(jobId)!;
    const segments = [{ content: 'Shot 1: an alley, 3 s', start_time: 0, end_time: 3, data: null }];
    server.store.segments.replaceModule(video.id, { module: 'scenes', engine: 'test@2', segments });
    expect(await verify({ citation: scene.citation })).toMatchObject({
      status: 'changed',
      reason: 'reanalyzed',
      cited: { content: scene.content },
      present: { content: 'Shot 1: an alley, 3 s' },
    });
  });

  test('reports a still that is another file, or missing', async () => {
    const { at, verify, still } = await analyzed();
    const { citation } = await at(5.5, 'ocr');
    await writeFile(still, 'another picture');
    expect(await verify({ citation })).toMatchObject({ status: 'changed', reason: 'still_changed', still: 'changed' });
    await rm(still);
    expect(await verify({ citation })).toMatchObject({ status: 'true', still: 'missing' });
  });

  test('is untrue if it was made up, or its quote states something else', async () => {
    const { at, verify } = await analyzed();
    const { citation } = await at(3);
    const forged = citation!.replace('2500-5000', '2500-5001');
    expect(await verify({ citation: forged })).toMatchObject({ status: 'untrue', reason: 'no_finding', cited: null });
    expect(await verify({ citation: 'rsc1.nonsense' })).toMatchObject({ status: 'untrue', reason: 'malformed' });
    expect(await verify({ citation, quote: 'to 5,000 customers' })).toMatchObject({
      status: 'untrue',
      reason: 'other_words',
      quote: { match: 'none', differences: [{ quote: '5,000', finding: '3,000' }] },
    });
    expect(await verify({ citation, start_time: 9 })).toMatchObject({ status: 'untrue', reason: 'other_time' });
  });

  test('can’t be checked without its file, or in a later version', async () => {
    const { at, verify } = await analyzed();
    const { citation } = await at(3);
    const other = citation!.replace(/^rsc1\.[\w-]{42}/, `rsc1.${'A'.repeat(42)}`);
    expect(await verify({ citation: other })).toMatchObject({ status: 'unverifiable', reason: 'unknown_source' });
    expect(await verify({ citation: 'rsc2.x' })).toMatchObject({ status: 'unverifiable', reason: 'newer_version' });
  });
});

describe('a quote', () => {
  test('is true at its time, whatever its case and punctuation, across lines and in translation', async () => {
    const { jobId, verify } = await analyzed();
    expect(await verify({ job_id: jobId, start_time: 2, quote: 'we will ship THE new release' })).toMatchObject({
      status: 'true',
      reason: 'as_quoted',
      quote: { match: 'exact', differences: [] },
      present: { content: LINES[1]!.content, start_time: 2.5 },
    });
    const across = { job_id: jobId, start_time: 2, end_time: 7, quote: '3000 customers on Friday and not before' };
    expect(await verify(across)).toMatchObject({ status: 'true', quote: { match: 'exact' } });
    const translation = { job_id: jobId, start_time: 8, quote: 'see you again in Berlin' };
    expect(await verify(translation)).toMatchObject({ status: 'true', quote: { is_translation: true } });
  });

  test('can’t be refuted where no transcript was made', async () => {
    const { jobId, find, verify } = await analyzed('heard.mov', fakeMedia(10, SOUND));
    const quote = 'We will never surrender';
    expect(await verify({ job_id: jobId, start_time: 5, quote })).toMatchObject({ status: 'untrue' });
    // The transcript ends before.
    expect(await verify({ job_id: jobId, start_time: 9.8, quote })).toMatchObject({
      status: 'unverifiable',
      reason: 'not_transcribed',
    });
    find('transcription', []);
    for (const claim of [{ start_time: 5 }, {}])
      expect(await verify({ job_id: jobId, ...claim, quote })).toMatchObject({ reason: 'not_transcribed' });
    expect(await verify({ job_id: jobId, start_time: 5, quote: 'taxi' })).toMatchObject({ status: 'true' });
  });

  test('is untrue with another number, without its negation, or at another time', async () => {
    const { jobId, verify } = await analyzed();
    const about = { job_id: jobId, start_time: 5 };
    expect(await verify({ ...about, quote: 'We will ship the new release to 8000 customers' })).toMatchObject({
      status: 'untrue',
      reason: 'other_words',
      present: { content: LINES[1]!.content },
    });
    expect(await verify({ ...about, quote: 'on Friday, and before' })).toMatchObject({ status: 'untrue' });
    expect(await verify({ job_id: jobId, start_time: 9, quote: 'the quarterly meeting' })).toMatchObject({
      status: 'untrue',
      reason: 'other_time',
      present: { start_time: 0 },
    });
  });

  test('is changed if it was corrected since', async () => {
    const { client, jobId, at, verify } = await analyzed();
    const { segment_id } = await at(1);
    await client.patch(`/segments/${segment_id}`, { content: 'Welcome to the annual meeting.' });
    expect(await verify({ job_id: jobId, start_time: 1, quote: 'welcome to the quarterly meeting' })).toMatchObject({
      status: 'changed',
      reason: 'corrected',
      present: { content: 'Welcome to the annual meeting.' },
    });
  });

  test.each([
    ['nothing to check', {}],
    ['a quote without a video', { quote: 'words' }],
    ['a quote without words', { job_id: 'x', quote: '…' }],
    ['an end before the start', { citation: 'rsc1.x', start_time: 2, end_time: 1 }],
  ])('is refused with %s', async (_, claim) => {
    const client = localClient(server);
    expect((await client.post('/citations/verify', { claims: [claim] })).status).toBe(400);
  });
});

describe('other users', () => {
  test('can neither cite nor verify what is not theirs, nor learn that it exists', async () => {
    const { jobId, at } = await analyzed('secret.mov');
    const { citation, segment_id } = await at(3);
    const stranger = await otherClient(server, 'stranger');
    const mine = await stranger.upload('mine.mov', fakeMedia(10, 'mine'));
    expect((await stranger.post('/citations', { job_id: jobId, start_time: 1 })).status).toBe(404);
    expect((await stranger.post('/citations', { job_id: mine.jobId, segment_ids: [segment_id] })).status).toBe(404);
    const claims = [{ citation }, { citation: citation!.replace('2500-5000', '1-2') }];
    const { body } = await stranger.post('/citations/verify', { claims });
    for (const result of body.results) expect(result).toMatchObject({ reason: 'unknown_source', cited: null });
    expect((await stranger.post('/citations/verify', { claims: [{ job_id: jobId, quote: 'ship' }] })).status).toBe(404);
    expect((await createClient(server).post('/citations/verify', { claims })).status).toBe(401);
  });
});

describe('carriers', () => {
  test('an answer has a citation for each of its times', async () => {
    const { client, jobId, verify } = await analyzed();
    const { body } = await client.post('/chat/ask', { question: 'What is said about customers?', video_id: jobId });
    expect(body.citations.length).toBeGreaterThan(0);
    for (const { citation } of body.citations) expect(await verify({ citation })).toMatchObject({ status: 'true' });
    const { body: messages } = await client.get(`/chat/sessions/${body.session_id}/messages`);
    expect(JSON.parse(messages.at(-1).metadata).citations).toEqual(body.citations);
    const agent = { job_id: jobId, query: 'What is said about customers?' };
    const { body: answer } = await client.post('/enterprise?action=askAgent', agent);
    expect(answer.citations).toEqual(body.citations);
  });

  test('the data of a link has one for each finding', async () => {
    const { client, jobId, at } = await analyzed();
    const { citation } = await at(3);
    const { share_hash } = (await client.post('/shared-reports', { video_id: jobId })).body;
    const { body } = await createClient(server).get(`/shared-reports/${share_hash}`);
    expect(body.segments.every((segment: { citation?: string }) => segment.citation)).toBe(true);
    expect(body.segments.map((segment: { citation?: string }) => segment.citation)).toContain(citation);
  });

  test('the report of a story has one for each line of its moments', async () => {
    const { client, jobId, at } = await analyzed();
    const { citation } = await at(3);
    const moment = (await client.post('/moments', { job_id: jobId, start_time: 2.6, end_time: 4.9, title: 'Ship' }))
      .body;
    const items = [{ kind: 'moment', moment_id: moment.id }];
    const story = (await client.post('/stories', { title: 'Story', items })).body;
    const { body } = await client.get(`/stories/${story.id}/export?format=html&language=de`);
    expect(body).toContain('<summary>Zitate</summary>');
    expect(body).toContain(`<code>${citation}</code>`);
  });

  test('signed reports have one for each finding, unsigned results none', async () => {
    const { client, jobId, at } = await analyzed();
    const { citation } = await at(5.5, 'ocr');
    const { body } = await client.get(`/results/job/${jobId}?signed=true`);
    expect(body.segments.every((segment: { citation?: string }) => segment.citation)).toBe(true);
    expect(body.ocr[0].citation).toBe(citation);
    const { body: markdown } = await client.get(`/results/job/${jobId}?signed=true&format=md`);
    expect(markdown).toMatch(/TAXI\[\^(\d+)\]/);
    expect(markdown).toContain(`]: \`${citation}\``);
    const translated = await client.get(`/results/job/${jobId}?signed=true&text=translation`);
    const last = (await at(9)).citation;
    expect(translated.body.transcription.at(-1)).toMatchObject({ content: 'See you again in Berlin.', citation: last });
    expect(JSON.stringify((await client.get(`/results/job/${jobId}`)).body)).not.toContain('rsc1.');
  });
});
