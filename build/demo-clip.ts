import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runMediaPass } from '../src/media/media-pass.ts';
import { writeMedia } from '../test/fixtures/media.ts';
import { drawings } from '../test/fixtures/objects.ts';
import { repeat, svgPicture } from '../test/fixtures/pictures.ts';
import { concat, music, type Sound, silence } from '../test/fixtures/sounds.ts';

/*
 * `npm run -s demo:clip [FILE]`: writes the clip that the examples of the documentation run on, 12 seconds with a stop
 * sign, a clock, two clocks, music, and speech (default: demo.mp4). It is the same every time, and drawn without fonts.
 * The speech, `demo-speech.opus`, is of flite's voice slt.
 */
const file = resolve(process.argv[2] ?? 'demo.mp4');
const [width, height, frameRate] = [640, 400, 25];
/** Rate of the samples that a pass yields. */
const SAMPLE_RATE = 16_000;
const SECONDS = 12;
const [sign, clock, clocks] = await Promise.all(
  [drawings.stopSign, drawings.clock, drawings.twoClocks].map((svg) => svgPicture(width, height, svg)),
);

function* pictures() {
  yield* repeat(sign!, 4 * frameRate);
  yield* repeat(clock!, 4 * frameRate);
  yield* repeat(clocks!, 4 * frameRate);
}

async function readSpeech(): Promise<Sound> {
  const chunks: Sound[] = [];
  await runMediaPass(fileURLToPath(new URL('demo-speech.opus', import.meta.url)), [
    { needs: { audio: true }, onAudio: ({ samples }) => void chunks.push(samples.slice()) },
  ]);
  return concat(...chunks);
}

const sound = concat(music(4, SAMPLE_RATE), silence(0.5, SAMPLE_RATE), await readSpeech());
const rest = silence(SECONDS - sound.length / SAMPLE_RATE, SAMPLE_RATE);
await writeMedia(file, {
  video: { width, height, frameRate, pictures: pictures() },
  audio: { sampleRate: SAMPLE_RATE, samples: concat(sound, rest) },
});
console.log(file);
