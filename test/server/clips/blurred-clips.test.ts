import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extendedTest } from '../../fixtures/extended.ts';
import { type FaceServer, startFaceServer } from '../../fixtures/face-server.ts';
import { contrastIn, faceAt, framesOf } from '../../fixtures/faces.ts';
import { seedPeople } from '../../fixtures/people.ts';
import { readZip } from '../../fixtures/read-zip.ts';

let app: FaceServer;
let anna: string;

beforeAll(async () => {
  app = await startFaceServer();
  const boxes = Array.from({ length: 17 }, (_, i) => ({ time: i / 4, ...faceAt(i / 4) }));
  const elsewhere = [{ time: 0, x: 0.8, y: 0.7, width: 0.1, height: 0.15 }];
  const { personIds } = seedPeople(app.store, app.store.videos.get(1, app.film)!, [
    { name: 'Anna', tracks: [{ start: 0, end: 4, boxes }] },
    { tracks: [{ start: 0, end: 4, boxes: elsewhere }] },
  ]);
  anna = personIds[0]!;
}, 120_000);
afterAll(() => app.close());

const post = (body: object, clips = [{ job_id: app.film, start_time: 1, end_time: 2 }]) =>
  fetch(`${app.server.apiUrl}/clips`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${app.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ clips, ...body }),
  });

/** Share of the frames of a clip from 1 s on whose face can be seen. */
async function seenIn(bytes: Uint8Array): Promise<number> {
  const file = join(app.folder, 'clip.mp4');
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

extendedTest('each clip of an archive is blurred', async () => {
  const range = { job_id: app.film, start_time: 1, end_time: 2 };
  const answer = await post({ blur: { faces: 'all' } }, [range, range]);
  const files = readZip(new Uint8Array(await answer.arrayBuffer()));
  expect(files.size).toBe(2);
  for (const bytes of files.values()) expect(await seenIn(bytes)).toBe(0);
});

test('a request fails rather than return a clip whose faces are not known', async () => {
  const other = (await app.client.upload('other.mp4', app.content)).jobId;
  const answer = await post({ blur: { faces: 'all' } }, [{ job_id: other, start_time: 1, end_time: 2 }]);
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    error: { code: 'not_ready', details: { job_id: other, module: 'people' } },
  });
  expect((await post({ blur: { faces: 'only', person_ids: ['999'] } })).status).toBe(404);
  expect((await post({ blur: { faces: 'only' } })).status).toBe(400);
  expect((await post({ blur: { faces: 'all', person_ids: [anna] } })).status).toBe(400);
  await app.client.delete(`/projects/${app.project}/people`);
  expect((await post({ blur: { faces: 'all' } })).status).toBe(409);
});
