import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFaceServer } from '../fixtures/face-server.ts';
import { writeMedia } from '../fixtures/media.ts';
import { photoStill } from '../fixtures/objects.ts';
import { paint, repeat } from '../fixtures/pictures.ts';

const PHOTO = join(import.meta.dirname, '../../../shared/media/photos/000000005001.jpg');
const RATE = 10;

test.skipIf(!existsSync(PHOTO))(
  'a worker finds the faces of a group, and the heads of those who look away, in one second of a photo',
  { timeout: 60_000 },
  async () => {
    const { client, store, folder, project, close } = await startFaceServer();
    onTestFinished(close);
    const { width, height, rgb } = await photoStill(PHOTO);
    const picture = paint(width & ~1, height & ~1, (x, y) => {
      const at = (y * width + x) * 3;
      return [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
    });
    const path = join(folder, 'group.mp4');
    const video = { width: width & ~1, height: height & ~1, frameRate: RATE, pictures: repeat(picture, RATE) };
    await writeMedia(path, { video });
    const { jobId } = await client.upload('group.mp4', Uint8Array.from(await readFile(path)));
    await client.patch(`/videos/${jobId}`, { project_id: project });
    await client.post(`/projects/${project}/people`, { acknowledged: true });
    await client.post(`/videos/${jobId}/process`, { modules: ['people'] });
    expect((await client.settled(jobId)).body.status).toBe('completed');

    const { id } = store.videos.get(1, jobId)!;
    const faces = store.people.boxes(1, id);
    expect(faces.length).toBeGreaterThanOrEqual(4);
    expect(faces.every(({ startTime, endTime }) => startTime === 0 && endTime > 0.9)).toBe(true);
    expect(store.people.heads(id).every(({ boxes }) => boxes.length > 0)).toBe(true);
    expect(store.people.isComplete(id)).toBe(true);
  },
);
