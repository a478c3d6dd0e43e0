import { afterAll, beforeAll, expect, test } from 'vitest';
import { VISUAL_ENGINE, VisualResults } from '../../../src/contract/search/visual.ts';
import { addProcessed } from '../../db/store-fixture.ts';
import { SCRIPTED_DESCRIPTOR, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('words narrow a search by the findings of its shots, however many others have them', async () => {
  const { store, services } = server;
  const user = services.authenticator.localUser();
  const { id, jobId } = addProcessed(store, user, ['bridge', 'river'], { module: 'visualelements', name: 'Seen' });
  const pictures = [{ timeMs: 500, descriptor: SCRIPTED_DESCRIPTOR }];
  store.visual.put(id, { engine: VISUAL_ENGINE, source: 'frames', pictures });
  addProcessed(store, user, Array<string>(150).fill('bridge'), { module: 'visualelements', name: 'Others' });
  const search = async (words: string) => {
    const response = await fetch(`${server.apiUrl}/search/visual?words=${words}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'image/png' },
      body: new Uint8Array([1]),
    });
    return VisualResults.parse(await response.json()).hits.map(({ job_id }) => job_id);
  };
  expect(await search('bridge')).toEqual([jobId]);
  expect(await search('elephant')).toEqual([]);
  // A summary of the whole video does not count for one shot.
  const segments = [{ content: 'An elephant.', start_time: 0, end_time: 60, data: null }];
  store.segments.replaceModule(id, { module: 'summary', engine: 'test@1', segments });
  expect(await search('elephant')).toEqual([]);
});
