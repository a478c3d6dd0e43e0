import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VISUAL_ENGINE, VisualHit } from '../../src/contract/search/visual.ts';
import { addProcessed, addVideo } from '../db/store-fixture.ts';
import { runCommand } from '../fixtures/command.ts';
import { SCRIPTED_DESCRIPTOR, startTestServer, type TestServer } from '../fixtures/server.ts';

let server: TestServer;
let image: string;

beforeAll(async () => {
  server = await startTestServer();
  image = join(server.dataFolder, 'bridge.jpg');
  await writeFile(
    image,
    await sharp({ create: { width: 64, height: 48, channels: 3, background: '#479' } })
      .jpeg()
      .toBuffer(),
  );
  const user = server.services.authenticator.localUser();
  // An analysis that runs, for which the description of saved frames waits.
  const busy = addVideo(server.store, user, 'Busy');
  server.store.jobs.enqueue(user, busy.jobId, { action: 'process', modules: ['ocr'] });
  server.store.jobs.claimNext();
  for (const [name, sign] of [
    ['Bridge', 1],
    ['Other', -1],
  ] as const) {
    const video = addProcessed(server.store, user, ['a bridge', 'a river'], { module: 'scenes', name });
    const pictures = [{ timeMs: 500, descriptor: SCRIPTED_DESCRIPTOR.map((value) => sign * value) }];
    server.store.visual.put(video.id, { engine: VISUAL_ENGINE, source: 'frames', pictures });
  }
  // A video whose frames are not described yet.
  const late = addProcessed(server.store, user, ['a bridge'], { module: 'scenes', name: 'Late' });
  server.store.stills.put(late.id, 500, '500.jpg');
});
afterAll(() => server.close());

const search = (...args: string[]) => runCommand('search', '--image', ...args, '--data-dir', server.dataFolder);

test('prints the shots that look like a picture, and how many videos can be searched', async () => {
  const { code, stdout, stderr } = await search(image);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '1.00  Bridge  0:00  [same] a bridge\n' });
  expect(stderr).toBe('2 of 3 videos can be searched by image so far.\n');
});

test('narrows them by words and a video', async () => {
  const json = async (...args: string[]) =>
    VisualHit.array().parse(JSON.parse((await search(...args, '--json')).stdout));
  expect(await json(image, 'bridge', '--video', 'Bridge')).toMatchObject([{ match: 'same', time: 0.5 }]);
  expect(await search(image, 'elephant')).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('No results.\n'),
  });
});

test.each([
  ['a missing file', ['nowhere.jpg'], '“nowhere.jpg” can’t be read: no such file. (not_found)'],
  ['an option of words', ['x.jpg', '--modules', 'ocr'], "--modules can't be used with --image."],
])('refuses %s', async (_, args, message) => {
  const { code, stderr } = await search(...args);
  expect(code).not.toBe(0);
  expect(stderr).toContain(message);
});
