import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../../src/db/index.ts';
import { spawnWorker } from '../../../src/headless/spawn-worker.ts';
import { type RunningServer, startServer } from '../../../src/server/start.ts';
import { createWorkerProcesses } from '../../../src/server/workers/worker-processes.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { contrastIn, faceAt, framesOf, writeFaceFilm } from '../../fixtures/faces.ts';
import { seedPeople } from '../../fixtures/people.ts';
import { readZip } from '../../fixtures/read-zip.ts';
import { testHost } from '../../fixtures/server.ts';
import { createTempFolder } from '../../fixtures/temp.ts';

let folder: string;
let remove: () => Promise<void>;
let server: RunningServer;
let store: Store;
let client: Client;
let token: string;
let content: Uint8Array<ArrayBuffer>;
let film: string;
let project: string;
let anna: string;

beforeAll(async () => {
  ({ path: folder, remove } = await createTempFolder());
  const host = { ...testHost(join(folder, 'data')), spawnWorker };
  server = await startServer(host, {
    port: 0,
    work(foundation) {
      store = foundation.store;
      return createWorkerProcesses(host, foundation.log, foundation.engineOptions.engineSettings);
    },
  });
  ({ token } = await server.localToken());
  client = localClient({ ...server, token } as never);
  const path = join(folder, 'film.mp4');
  await writeFaceFilm(path);
  content = Uint8Array.from(await readFile(path));
  film = (await client.upload('film.mp4', content)).jobId;
  project = (await client.post('/projects', { name: 'p' })).body.id;
  await client.patch(`/videos/${film}`, { project_id: project });
  const boxes = Array.from({ length: 17 }, (_, i) => ({ time: i / 4, ...faceAt(i / 4) }));
  const elsewhere = [{ time: 0, x: 0.8, y: 0.7, width: 0.1, height: 0.15 }];
  const { personIds } = seedPeople(store, store.videos.get(1, film)!, [
    { name: 'Anna', tracks: [{ start: 0, end: 4, boxes }] },
    { tracks: [{ start: 0, end: 4, boxes: elsewhere }] },
  ]);
  anna = personIds[0]!;
}, 120_000);
afterAll(async () => {
  await server.close();
  await remove();
});

const post = (body: object, clips = [{ job_id: film, start_time: 1, end_time: 2 }]) =>
  fetch(`${server.apiUrl}/clips`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ clips, ...body }),
  });

/** Share of the frames of a clip from 1 s on whose face can be seen. */
async function seenIn(bytes: Uint8Array): Promise<number> {
  const file = join(folder, 'clip.mp4');
  await writeFile(file, bytes);
  const frames = await framesOf(file);
  expect(frames).toHaveLength(25);
  return frames.filter((still) => contrastIn(still, faceAt(1 + still.time)) > 30).length / frames.length;
}

test('a clip blurs all faces but those of a person', async () => {
  const answer = await post({ blur: { faces: 'except', person_ids: [anna] } });
  expect(answer.status).toBe(200);
  expect(await seenIn(new Uint8Array(await answer.arrayBuffer()))).toBe(1);
});

test('each clip of an archive is blurred', async () => {
  const range = { job_id: film, start_time: 1, end_time: 2 };
  const answer = await post({ blur: { faces: 'all' } }, [range, range]);
  const files = readZip(new Uint8Array(await answer.arrayBuffer()));
  expect(files.size).toBe(2);
  for (const bytes of files.values()) expect(await seenIn(bytes)).toBe(0);
});

test('a request fails rather than return a clip whose faces are not known', async () => {
  const other = (await client.upload('other.mp4', content)).jobId;
  const answer = await post({ blur: { faces: 'all' } }, [{ job_id: other, start_time: 1, end_time: 2 }]);
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    error: { code: 'not_ready', details: { job_id: other, module: 'people' } },
  });
  expect((await post({ blur: { faces: 'only', person_ids: ['999'] } })).status).toBe(404);
  expect((await post({ blur: { faces: 'only' } })).status).toBe(400);
  expect((await post({ blur: { faces: 'all', person_ids: [anna] } })).status).toBe(400);
  await client.delete(`/projects/${project}/people`);
  expect((await post({ blur: { faces: 'all' } })).status).toBe(409);
});
