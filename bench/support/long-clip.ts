import { writeMedia } from '../../test/fixtures/media.ts';
import type { Picture } from '../../test/fixtures/media-spec.ts';
import { movingBox, texture } from '../../test/fixtures/pictures.ts';
import { concat, music, pinkNoise, silence } from '../../test/fixtures/sounds.ts';

const [WIDTH, HEIGHT, RATE, SAMPLE_RATE] = [1280, 720, 25, 16_000];

/** Writes shots of 4 s, each a texture with a moving object, with music, noise, and silence. */
export async function writeLongClip(path: string, seconds: number): Promise<void> {
  const pictures = function* (): Generator<Picture> {
    for (let shot = 0; shot * 4 < seconds; shot++) {
      yield* movingBox(texture(WIDTH, HEIGHT, shot % 20), 4 * RATE, 120, [220, 60, 60]);
    }
  };
  const minute = concat(music(20, SAMPLE_RATE), pinkNoise(20, SAMPLE_RATE, 1), silence(20, SAMPLE_RATE));
  const samples = new Float32Array(seconds * SAMPLE_RATE);
  for (let i = 0; i < samples.length; i++) samples[i] = minute[i % minute.length]!;
  await writeMedia(path, {
    video: { width: WIDTH, height: HEIGHT, frameRate: RATE, pictures: pictures(), crf: 28 },
    audio: { sampleRate: SAMPLE_RATE, samples },
  });
}
