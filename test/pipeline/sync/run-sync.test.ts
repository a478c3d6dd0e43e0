import { writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FromWorker } from '../../../src/pipeline/protocol.ts';
import { runSync } from '../../../src/pipeline/sync/run-sync.ts';
import { tempFolder } from '../../fixtures/temp.ts';

test('a comparison, for which the user waits, is not slowed by analyses in the background', async () => {
  const before = getPriority();
  const sent: FromWorker[] = [];
  const path = join(await tempFolder(), 'notes.mp4');
  await writeFile(path, 'not a video');
  const recordings = [1, 2].map((duration) => ({ path, duration, guess: null }));
  await runSync({ recordings }, { send: (message) => sent.push(message), signal: new AbortController().signal });
  expect(sent.at(-1)).toMatchObject({ type: 'done' });
  expect(getPriority()).toBe(before);
});
