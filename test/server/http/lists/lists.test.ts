import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, localClient } from '../../../fixtures/client.ts';
import { extendedTest } from '../../../fixtures/extended.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../../fixtures/server.ts';

let server: TestServer;
let local: Client;
let jobId: string;
beforeAll(async () => {
  server = await startTestServer();
  local = localClient(server);
  for (const name of ['Harbor.mp4', 'Église.mp4', 'bridge.mp4'])
    ({ jobId } = await local.upload(name, fakeMedia(10, name)));
  for (const name of ['Ads', 'Évidence']) await local.post('/projects', { name });
});
afterAll(() => server.close());

/** URL of a relation in a Link header (RFC 8288), below the API. */
function linkTo(headers: Headers, rel: string): string | undefined {
  const [, target] = new RegExp(`<([^>]*)>; rel="${rel}"`).exec(headers.get('link') ?? '') ?? [];
  return target?.replace(/^\/api/, '');
}

/** Follows the links of a list from its first page on; the arrays of its pages, one after the other. */
async function follow(path: string, key?: string) {
  const items: Record<string, unknown>[] = [];
  const sizes: number[] = [];
  for (let next: string | undefined = path; next; ) {
    const { status, headers, body } = await local.get(next);
    expect(status, next).toBe(200);
    const page = key === undefined ? body : body[key];
    items.push(...page);
    sizes.push(page.length);
    next = linkTo(headers, 'next');
  }
  return { items, sizes };
}

describe('pages of lists', () => {
  test('without parameters, a list is whole and has no links', async () => {
    const { body, headers } = await local.get('/videos');
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['bridge.mp4', 'Église.mp4', 'Harbor.mp4']);
    expect(headers.get('link')).toBeNull();
  });

  test('links keep the other parameters, are paths, and lead through the whole list', async () => {
    const first = await local.get('/videos?status=uploaded&limit=2&sort=name');
    expect(first.body.map(({ name }: { name: string }) => name)).toEqual(['bridge.mp4', 'Église.mp4']);
    expect(linkTo(first.headers, 'first')).toBe('/videos?status=uploaded&limit=2&sort=name');
    const next = linkTo(first.headers, 'next')!;
    expect(next).toMatch(/^\/videos\?status=uploaded&limit=2&sort=name&cursor=[\w-]+$/);
    const last = await local.get(next);
    expect(last.body.map(({ name }: { name: string }) => name)).toEqual(['Harbor.mp4']);
    expect(linkTo(last.headers, 'next')).toBeUndefined();
    expect(linkTo(last.headers, 'first')).toBe('/videos?status=uploaded&limit=2&sort=name');
  });

  test('names are found whatever their case and accents', async () => {
    const { body } = await local.get('/videos?q=EGLISE');
    expect(body).toMatchObject([{ name: 'Église.mp4' }]);
    expect((await local.get('/projects?q=evid')).body).toMatchObject([{ name: 'Évidence' }]);
    expect((await local.get('/projects?q=')).body).toHaveLength(2);
  });

  test('an unknown field, a limit of 0, and a cursor from elsewhere are refused', async () => {
    for (const path of ['/videos?sort=color', '/videos?limit=0', '/videos?limit=x', '/keys?sort=-raw_key']) {
      const { status, body } = await local.get(path);
      expect({ path, status, code: body.error?.code }).toEqual({ path, status: 400, code: 'invalid_request' });
    }
    const { headers } = await local.get('/videos?limit=1');
    const cursor = new URLSearchParams(linkTo(headers, 'next')!.split('?')[1]).get('cursor')!;
    const other = Buffer.from('["/api/videos","",{},1]').toString('base64url');
    const refused = ['/videos?cursor=%00', '/videos?cursor=abc', `/videos?cursor=${other}`];
    for (const path of [...refused, `/videos?cursor=${cursor}&sort=name`, `/projects?cursor=${cursor}`]) {
      const { status, body } = await local.get(path);
      expect({ path, status, code: body.error?.code }).toEqual({ path, status: 400, code: 'invalid_cursor' });
    }
    expect((await local.get('/videos?limit=2000000')).body).toHaveLength(3);
  });

  test('notifications return 50 by default, and the rest by links', async () => {
    const { userId } = await server.services.authenticator.authenticate(`Bearer ${server.token}`, 'access');
    for (let i = 0; i < 130; i++)
      server.services.notifications.notify(userId, {
        title: { message: `title ${i}` },
        message: { message: 'm' },
        type: 'info',
      });
    const { items, sizes } = await follow('/notifications?q=title');
    expect(sizes).toEqual([50, 50, 30]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(130);
  });

  test('moments found by words continue by cursor in the order of relevance', async () => {
    for (let i = 0; i < 5; i++) {
      const title = `crane ${'crane '.repeat(i)}${i}`;
      await local.post('/moments', { job_id: jobId, start_time: i, title });
    }
    const whole = (await local.get('/moments?q=crane')).body;
    const { items, sizes } = await follow('/moments?q=crane&limit=2');
    expect(sizes).toEqual([2, 2, 1]);
    expect(items).toEqual(whole);
    const sorted = await follow('/moments?q=crane&limit=2&sort=-start_time');
    expect(sorted.items.map((moment) => moment['start_time'])).toEqual([4, 3, 2, 1, 0]);
    expect((await local.get('/moments?limit=2&offset=3')).body).toHaveLength(2);
  });

  test('a page of the trash counts videos, moments, and stories together', async () => {
    const story = (await local.post('/stories', { title: 'Quay' })).body;
    const moment = (await local.post('/moments', { job_id: jobId, start_time: 1, title: 'Lost' })).body;
    const video = await local.upload('old.mp4', fakeMedia(10, 'old'));
    await local.delete(`/stories/${story.id}`);
    await local.delete(`/moments/${moment.id}`);
    await local.post(`/videos/${video.jobId}/trash`);
    const kinds: string[] = [];
    for (let next: string | undefined = '/trash?limit=1'; next; ) {
      const { body, headers } = await local.get(next);
      kinds.push(...(['videos', 'moments', 'stories'] as const).filter((kind) => body[kind].length > 0));
      next = linkTo(headers, 'next');
    }
    expect(kinds.toSorted()).toEqual(['moments', 'stories', 'videos']);
    expect((await local.get('/trash?q=lost')).body).toMatchObject({ videos: [], moments: [{}], stories: [] });
  });
});

/** Parameters that lists require. */
const REQUIRED: Readonly<Record<string, string>> = {
  '/storage/duplicates': 'file_path=users/1/none.mp4&',
  '/search/values': 'field=sees&',
};

extendedTest('every list of the API pages to the whole list in every order', async () => {
  const { paths } = (await local.get('/openapi.json')).body as {
    paths: Record<string, { get?: { parameters?: { name: string; schema: { enum?: string[] } }[] } }>;
  };
  await local.post('/keys', { name: 'b' });
  await local.post('/keys', { name: 'a', expires_at: '2099-01-01' });
  for (const name of ['two', 'one']) await local.post('/tags', { name });
  for (const name of ['s2', 's1']) await local.post('/saved-searches', { name, query: name });
  for (const title of ['t2', 't1']) await local.post('/stories', { title });
  await local.post('/chat/sessions', { title: 'c1' });
  const session = (await local.post('/chat/sessions', { title: 'c2' })).body;
  for (const content of ['hello', 'there']) await local.post(`/chat/sessions/${session.id}/messages`, { content });
  for (let i = 0; i < 2; i++) await local.post('/shared-reports', { video_id: jobId });
  for (const events of [['job.failed'], ['share.revoked']]) {
    const { body } = await local.post('/webhooks', { url: 'http://127.0.0.1:9/', events });
    for (let i = 0; i < 2; i++) await local.post(`/webhooks/${body.id}/test`);
  }
  const stories = (await local.get('/stories')).body;
  const ids = { job_id: jobId, session_id: session.id, story_id: stories[0].id } as Record<string, string>;
  let lists = 0;
  for (const [path, { get }] of Object.entries(paths)) {
    const sorts = get?.parameters?.find(({ name }) => name === 'sort')?.schema.enum;
    if (!sorts) continue;
    lists++;
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '1');
    const fixed = REQUIRED[path] ?? '';
    const { body, status } = await local.get(`${target}?${fixed}limit=1000`);
    // Lists of records that this library does not have, such as the files of a watch folder.
    const isBelowOther = [...path.matchAll(/\{(\w+)\}/g)].some(([, name]) => !Object.hasOwn(ids, name!));
    if (status === 404 && (isBelowOther || path === '/storage/duplicates')) continue;
    expect(status, path).toBe(200);
    const key = Array.isArray(body) ? undefined : Object.keys(body).find((name) => Array.isArray(body[name]))!;
    if (path === '/trash') continue;
    const whole: Record<string, unknown>[] = key === undefined ? body : body[key];
    const limit = Math.max(1, Math.ceil(whole.length / 3));
    const own = await follow(`${target}?${fixed}limit=${limit}`, key);
    expect(own.items, path).toEqual(whole);
    for (const sort of sorts) {
      const { items } = await follow(`${target}?${fixed}limit=${limit}&sort=${sort}`, key);
      const text = (each: readonly object[]) => each.map((item) => JSON.stringify(item)).sort();
      expect(text(items), `${path} ${sort}`).toEqual(text(whole));
      const sorted = (await local.get(`${target}?${fixed}limit=1000&sort=${sort}`)).body;
      expect(key === undefined ? sorted : sorted[key], `${path} ${sort}`).toEqual(items);
    }
  }
  expect(lists).toBeGreaterThan(25);
});
