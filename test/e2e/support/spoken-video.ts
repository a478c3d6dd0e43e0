import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../fixtures/client.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { texture } from '../../fixtures/pictures.ts';
import { sine } from '../../fixtures/sounds.ts';
import { spokenLines } from '../../fixtures/spoken.ts';
import { createTempFolder } from '../../fixtures/temp.ts';
import type { RunningApp } from './app.ts';

const SECONDS = 20;
const FRAME_RATE = 5;
const SENTENCES = ['The harbor was built in eighteen forty two.', 'We would meet the captains by the crane.'];

/** Adds a video of two shots in which two sentences are spoken. @returns its job id */
export async function addSpokenVideo(
  { store }: Pick<RunningApp, 'store'>,
  client: Client,
  name: string,
  [first, second]: readonly [number, number],
): Promise<string> {
  const folder = await createTempFolder();
  const path = join(folder.path, 'clip.mp4');
  await writeMedia(path, {
    video: {
      width: 320,
      height: 180,
      frameRate: FRAME_RATE,
      pictures: Array.from({ length: SECONDS * FRAME_RATE }, (_, i) => texture(320, 180, i < 50 ? first : second)),
    },
    audio: { sampleRate: 16_000, samples: sine(200 + 100 * first, SECONDS, 16_000) },
  });
  const { jobId } = await client.upload(name, new Uint8Array(await readFile(path)));
  await folder.remove();
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await client.settled(jobId);
  store.segments.replaceModule(store.videos.get(1, jobId)!.id, {
    module: 'transcription',
    engine: 'test@1',
    segments: spokenLines(SENTENCES, () => 0.9),
  });
  return jobId;
}
