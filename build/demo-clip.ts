import { resolve } from 'node:path';
import { writeMedia } from '../test/fixtures/media.ts';
import { drawings } from '../test/fixtures/objects.ts';
import { repeat, svgPicture } from '../test/fixtures/pictures.ts';
import { concat, music, silence } from '../test/fixtures/sounds.ts';

/*
 * `npm run -s demo:clip [FILE]`: writes the clip that the examples of the documentation run on, 12 seconds with a stop
 * sign, a clock, two clocks, and music (default: demo.mp4). It is the same every time, and drawn without fonts.
 */
const file = resolve(process.argv[2] ?? 'demo.mp4');
const [width, height, frameRate] = [640, 400, 25];
const [sign, clock, clocks] = await Promise.all(
  [drawings.stopSign, drawings.clock, drawings.twoClocks].map((svg) => svgPicture(width, height, svg)),
);

function* pictures() {
  yield* repeat(sign!, 4 * frameRate);
  yield* repeat(clock!, 4 * frameRate);
  yield* repeat(clocks!, 4 * frameRate);
}

await writeMedia(file, {
  video: { width, height, frameRate, pictures: pictures() },
  audio: { sampleRate: 48_000, samples: concat(music(8, 48_000), silence(4, 48_000)) },
});
console.log(file);
