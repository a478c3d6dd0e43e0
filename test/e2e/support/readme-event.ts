import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventGroup } from '../../../src/contract/library/event-groups.ts';
import type { Client } from '../../fixtures/client.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { drawings } from '../../fixtures/objects.ts';
import { repeat, svgPicture } from '../../fixtures/pictures.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { pinkNoise, type Sound } from '../../fixtures/sounds.ts';

const RATE = 16_000;
const [FRAME_RATE, SECONDS] = [10, 40];
/** Recordings of one event: part of the scene in seconds, loudness, and the part of the drawing that is seen. */
const RECORDINGS = [
  { name: 'Tripod.mp4', from: 0, to: 34, gain: 0.8, size: [640, 400], view: '0 0 640 400' },
  { name: 'Phone.mp4', from: 6.4, to: 27, gain: 0.25, size: [360, 640], view: '62 0 216 384' },
  { name: 'Balcony.mp4', from: 13.2, to: 40, gain: 0.4, size: [640, 400], view: '340 60 260 162' },
] as const;

/** Creates an event of three recordings of two clocks, synchronized by their sound. Returns the path of its page. */
export async function writeEvent(client: Client, folder: string): Promise<string> {
  const scene = knocks(SECONDS);
  const ids: string[] = [];
  for (const { name, from, to, gain, size, view } of RECORDINGS) {
    const file = join(folder, name);
    const svg = drawings.twoClocks.replace(
      'width="640" height="400"',
      `width="${size[0]}" height="${size[1]}" viewBox="${view}" preserveAspectRatio="xMidYMid slice"`,
    );
    const picture = await svgPicture(size[0], size[1], svg);
    const noise = pinkNoise(to - from, RATE, ids.length, 0.02);
    const samples = scene.slice(from * RATE, to * RATE).map((sample, i) => gain * sample + noise[i]!);
    const pictures = repeat(picture, Math.round((to - from) * FRAME_RATE));
    const video = { width: size[0], height: size[1], frameRate: FRAME_RATE, pictures };
    await writeMedia(file, { video, audio: { sampleRate: RATE, samples } });
    const { jobId } = await client.upload(name, new Uint8Array(await readFile(file)));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await client.settled(jobId);
    ids.push(jobId);
  }
  let event: EventGroup = (await client.post('/event-groups', { job_ids: ids, title: 'Town hall' })).body;
  while (event.status === 'syncing') event = (await client.get(`/event-groups/${event.id}`)).body;
  return `/events/${event.id}?t=16.5`;
}

/** Knocks at random times. */
function knocks(seconds: number): Sound {
  const random = seededRandom(7);
  const noise = pinkNoise(seconds, RATE, 9, 0.9);
  let [next, level] = [0, 0];
  return noise.map((sample, i) => {
    if (i === next) [next, level] = [i + Math.round((0.1 + 0.5 * random()) * RATE), 0.2 + 0.8 * random() ** 2];
    level *= 0.9992;
    return sample * level;
  });
}
