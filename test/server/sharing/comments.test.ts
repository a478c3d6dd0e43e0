import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CommentChange } from '../../../src/contract/library/library-events.ts';
import { type Comment, MAX_COMMENTS_PER_LINK, type PublicComments } from '../../../src/contract/sharing/comments.ts';
import { SHARE_PASSWORD_HEADER } from '../../../src/contract/sharing/share-parts.ts';
import { type Client, createClient, localClient, otherClient } from '../../fixtures/client.ts';
import { fakeMedia, movableClock, startTestServer, type TestServer } from '../../fixtures/server.ts';

const clock = movableClock();
let server: TestServer;
let client: Client;
/** Has no account. */
let visitor: Client;
let jobId: string;

beforeAll(async () => {
  server = await startTestServer({ clock });
  client = localClient(server);
  visitor = createClient(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ jobId } = await client.upload('Harbor.mp4', fakeMedia()));
});

const share = async (more: object = {}): Promise<{ id: string; at: string; hash: string }> => {
  const { body } = await client.post('/shared-reports', { video_id: jobId, allow_comments: true, ...more });
  return { id: body.id, hash: body.share_hash, at: `/shared-reports/${body.share_hash}/comments` };
};
const comment = { name: 'Ada', text: 'Is that the second crane?', start_time: 3.5 };
const shown = async (at: string): Promise<PublicComments['comments']> => (await visitor.get(at)).body.comments;
const codeOf = async (answer: ReturnType<Client['post']>) => (await answer).body.error?.code;

test('a comment is proposed to the analyst, accepted as a moment, and outlived by it', async () => {
  const { id, at } = await share();
  const { status, body } = await visitor.post(at, { ...comment, end_time: 60 });
  expect([status, body]).toEqual([201, expect.objectContaining({ start_time: 3.5, end_time: 10, reply: null })]);
  // Nothing about the video, its owner, or the link.
  const fields = ['created_at', 'end_time', 'id', 'item_id', 'name', 'reply', 'start_time', 'text'];
  expect(Object.keys(body).sort()).toEqual(fields);
  expect((await client.get('/notifications')).body[0]).toMatchObject({
    job_id: jobId,
    message: '“Ada” commented on “Harbor.mp4” at 0:03.',
  });
  const [proposed] = (await client.get(`/videos/${jobId}/comments`)).body;
  expect(proposed).toMatchObject({ ...comment, share_id: id, job_id: jobId, state: 'proposed', story_id: null });
  expect((await client.get(`/moments?job_id=${jobId}`)).body).toEqual([]);

  const one = `/videos/${jobId}/comments/${proposed.id}`;
  await client.patch(one, { reply: 'No, the first.' });
  expect(await shown(at)).toMatchObject([{ text: comment.text, reply: 'No, the first.' }]);
  const accepted = (await client.patch(one, { state: 'accepted' })).body;
  // Twice makes one moment.
  expect((await client.patch(one, { state: 'accepted' })).body).toEqual(accepted);
  const moments = async () => (await client.get(`/moments?job_id=${jobId}`)).body;
  expect(await moments()).toMatchObject([
    {
      id: accepted.moment_id,
      start_time: 3.5,
      end_time: 10,
      title: comment.text,
      note: '',
      origin: { kind: 'comment', name: 'Ada' },
    },
  ]);
  expect(await codeOf(client.patch(one, { state: 'declined' }))).toBe('conflict');

  await client.delete(`/shared-reports/${id}`);
  expect(await codeOf(visitor.get(at))).toBe('not_found');
  expect(await codeOf(visitor.post(at, comment))).toBe('not_found');
  expect((await client.get(`/videos/${jobId}/comments`)).body).toEqual([]);
  expect(await moments()).toHaveLength(1);
});

test('a declined comment leaves the page, and a deleted one the library', async () => {
  const { at } = await share();
  const { body } = await visitor.post(at, comment);
  const one = `/videos/${jobId}/comments/${body.id}`;
  await client.patch(one, { state: 'declined' });
  expect(await shown(at)).toEqual([]);
  await client.patch(one, { state: 'proposed' });
  expect(await shown(at)).toHaveLength(1);
  expect((await client.delete(one)).status).toBe(200);
  expect(await codeOf(client.delete(one))).toBe('not_found');
  expect(await shown(at)).toEqual([]);
});

test('a link opens its comments only as itself: allowed, with its password, until it expires', async () => {
  const off = await share({ allow_comments: undefined });
  expect(await codeOf(visitor.get(off.at))).toBe('forbidden');
  expect(await codeOf(visitor.post(off.at, comment))).toBe('forbidden');
  expect((await visitor.get(off.at.replace('/comments', ''))).body.allows_comments).toBe(false);
  expect(await codeOf(visitor.post(`/shared-reports/${'0'.repeat(64)}/comments`, comment))).toBe('not_found');

  const password = 'Grün';
  const locked = await share({ password });
  const header = { [SHARE_PASSWORD_HEADER]: encodeURIComponent(password) };
  expect(await codeOf(visitor.post(locked.at, comment))).toBe('password_required');
  expect(await codeOf(visitor.get(locked.at))).toBe('password_required');
  expect((await visitor.call('POST', locked.at, comment, header)).status).toBe(201);

  // Its token is no credential, nor a name of anything else.
  for (const credential of [locked.hash, `Bearer ${locked.hash}`]) {
    const holder = createClient(server, credential);
    for (const path of ['/videos', `/videos/${jobId}`, `/videos/${jobId}/comments`, `/videos/${locked.hash}/comments`])
      expect(await codeOf(holder.get(path)), path).toBe('unauthorized');
  }

  const expires_at = new Date(clock.now() + 60_000).toISOString();
  const brief = await share({ expires_at });
  await visitor.post(brief.at, comment);
  clock.moveBy(60_001);
  expect(await codeOf(visitor.get(brief.at))).toBe('share_expired');
  expect(await codeOf(visitor.post(brief.at, comment))).toBe('share_expired');
  // Earlier comments are still for the analyst to decide.
  const kept: Comment[] = (await client.get(`/videos/${jobId}/comments?q=crane`)).body;
  expect(kept).toHaveLength(2);
  // Until then, a reply is seen.
  expect(kept.map(({ link_expires_at }) => link_expires_at)).toContain(expires_at.slice(0, -1));
});

test('refuses what a comment must not contain, and shows hidden characters as such', async () => {
  const { at } = await share();
  for (const wrong of [
    { name: ' ' },
    { name: '\u200b\u3164' },
    { name: 'a\nb' },
    { name: 'x'.repeat(81) },
    { text: ' \n' },
    { text: '\u200b\n' },
    { text: 'x'.repeat(2001) },
    { text: 'a\u0000b' },
    { start_time: -1 },
    { start_time: 5, end_time: 5 },
    { start_time: 20, end_time: 30 },
  ]) {
    expect(await codeOf(visitor.post(at, { ...comment, ...wrong })), JSON.stringify(wrong)).toBe('invalid_request');
  }
  expect(await codeOf(visitor.post(at, '{"name": "\\ud800", "text": "x", "start_time": 0}'))).toBe('invalid_request');
  expect((await visitor.call('POST', at, 'name=a', { 'Content-Type': 'text/plain' })).status).toBe(415);
  expect((await visitor.call('POST', at, comment, { Origin: 'http://evil.example' })).status).toBe(403);

  const text = '[Bank](https://evil.example) \u202egpj.exe\nnext line';
  const { body } = await visitor.post(at, { ...comment, name: 'Ada\u2066', text });
  expect(body.name).toBe('Ada⟨U+2066⟩');
  expect(body.text).toBe('[Bank](https://evil.example) ⟨U+202E⟩gpj.exe\nnext line');
  // A moment is titled by the words of its comment. As Markdown, its note must not hide the address of a link.
  await client.patch(`/videos/${jobId}/comments/${body.id}`, { state: 'accepted' });
  expect((await client.get(`/moments?job_id=${jobId}`)).body[0]).toMatchObject({
    title: '[Bank](https://evil.example) ⟨U+202E⟩gpj.exe next line',
    note: '[Bank] (https://evil.example) ⟨U+202E⟩gpj.exe\nnext line',
  });
});

test('takes ten comments a minute, and two hundred in all', async () => {
  const { at, id } = await share();
  for (let count = 1; count <= 10; count++) expect((await visitor.post(at, comment)).status).toBe(201);
  const refused = await visitor.post(at, comment);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  clock.moveBy(60_000);
  const { videoId } = server.store.comments.ofLink(Number(id))[0]!;
  const row = { linkId: Number(id), videoId, itemId: null, startTime: 1, endTime: null, name: 'Ada', text: 'x' };
  for (let count = 11; count < MAX_COMMENTS_PER_LINK; count++) server.store.comments.add(row);
  expect((await visitor.get(at)).body.is_full).toBe(false);
  const { body } = await visitor.post(at, comment);
  expect(await codeOf(visitor.post(at, comment))).toBe('conflict');
  expect((await visitor.get(at)).body.is_full).toBe(true);
  await client.delete(`/videos/${jobId}/comments/${body.id}`);
  expect((await visitor.post(at, comment)).status).toBe(201);
});

test('a comment on a story is about one of its moments', async () => {
  const moment = { job_id: jobId, start_time: 2, end_time: 6, title: 'Crane' };
  const items = [
    { kind: 'moment', moment_id: (await client.post('/moments', moment)).body.id },
    { kind: 'heading', text: 'End' },
  ];
  const { body: story } = await client.post('/stories', { title: 'Harbor', items });
  const [shot, heading] = story.items;
  const { at } = await share({ video_id: undefined, story_id: story.id });
  for (const item_id of [undefined, heading.id, '9999']) {
    expect(await codeOf(visitor.post(at, { ...comment, item_id })), String(item_id)).toBe('invalid_request');
  }
  // Never outside of the moment.
  const { body } = await visitor.post(at, { ...comment, item_id: shot.id, start_time: 0, end_time: 9 });
  expect(body).toMatchObject({ item_id: shot.id, start_time: 2, end_time: 6 });
  const [found] = (await client.get(`/stories/${story.id}/comments`)).body;
  expect(found).toMatchObject({ id: body.id, job_id: jobId, story_id: story.id });
  await client.delete(`/stories/${story.id}/items/${shot.id}`);
  expect(await shown(at)).toMatchObject([{ item_id: null }]);
});

test('reports comments live, to their owner only, and nothing of them to keys without the right', async () => {
  const { at } = await share();
  const stranger = await otherClient(server);
  const events: CommentChange[] = [];
  const stop = server.services.libraryEvents.subscribe(1, ({ name, body }) => {
    if (name === 'comment') events.push(CommentChange.parse(body));
  });
  const stopOther = server.services.libraryEvents.subscribe(2, () => events.push(null as never));
  const { body } = await visitor.post(at, comment);
  const one = `/videos/${jobId}/comments/${body.id}`;
  const keyOf = async (more: object) =>
    createClient(server, (await client.post('/keys', { name: 'k', ...more })).body.raw_key);
  const { id: projectId } = (await client.post('/projects', { name: `P ${jobId}` })).body;
  const reader = await keyOf({ scope: 'read' });
  const confined = await keyOf({ scope: 'write', projects: [projectId] });
  expect((await stranger.patch(one, { state: 'accepted' })).status).toBe(404);
  expect((await stranger.get(`/videos/${jobId}/comments`)).status).toBe(404);
  expect((await visitor.get(`/videos/${jobId}/comments`)).status).toBe(401);
  expect((await reader.patch(one, { state: 'accepted' })).status).toBe(403);
  expect((await confined.patch(one, { reply: 'x' })).status).toBe(404);
  await client.patch(`/videos/${jobId}`, { project_id: projectId });
  expect((await confined.patch(one, { reply: 'x' })).status).toBe(200);
  const { jobId: other } = await client.upload('Other.mp4', fakeMedia());
  expect((await client.patch(`/videos/${other}/comments/${body.id}`, { reply: 'y' })).status).toBe(404);
  await client.delete(one);
  expect(events.map(({ change, comment: found }) => [change, found?.reply])).toEqual([
    ['added', null],
    ['changed', 'x'],
    ['removed', undefined],
  ]);
  stop();
  stopOther();
});
