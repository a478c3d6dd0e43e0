import { join } from 'node:path';
import { Packet } from 'node-av/lib';
import { describe, expect, it } from 'vitest';
import { openDecoder } from '../../src/media/decoder.ts';
import type { LumaFrame, MediaConsumer, Still } from '../../src/media/frames.ts';
import { openInput } from '../../src/media/input.ts';
import { runMediaPass } from '../../src/media/media-pass.ts';
import { representativeStill } from '../../src/media/representative-still.ts';
import { transcode } from '../../src/media/transcode/transcode.ts';
import { type Picture, type VideoSpec, writeMedia } from '../fixtures/media.ts';
import { tempFolder } from '../fixtures/temp.ts';

const [WIDTH, HEIGHT, RATE, COUNT] = [192, 96, 25, 25];
/** Horizontal motion of the bar in pixels per field. */
const SPEED = 4;

/** A white bar on gray that moves between the two fields of each picture, so that woven lines look like a comb. */
function* woven(order: 'top' | 'bottom', count = COUNT): Generator<Picture> {
  for (let index = 0; index < count; index++) {
    const rgb = new Uint8Array(WIDTH * HEIGHT * 3).fill(60);
    for (let y = 0; y < HEIGHT; y++) {
      const isFirstField = (y % 2 === 0) === (order === 'top');
      const left = 8 + (((index * 2 + (isFirstField ? 0 : 1)) * SPEED) % (WIDTH - 48));
      rgb.fill(230, (y * WIDTH + left) * 3, (y * WIDTH + left + 24) * 3);
    }
    yield { width: WIDTH, height: HEIGHT, rgb };
  }
}

/** The first field of a picture, doubled. */
function unwoven({ width, height, rgb }: Picture): Picture {
  const whole = new Uint8Array(rgb);
  for (let y = 1; y < height; y += 2) whole.copyWithin(y * width * 3, (y - 1) * width * 3, y * width * 3);
  return { width, height, rgb: whole };
}

async function clip(name: string, spec: Partial<VideoSpec>): Promise<string> {
  const path = join(await tempFolder(), name);
  const order = spec.interlaced === 'bottom' ? 'bottom' : 'top';
  const video = { width: WIDTH, height: HEIGHT, frameRate: RATE, pictures: woven(order), crf: 12, ...spec };
  await writeMedia(path, { video });
  return path;
}

/** Share of pixels that differ strongly from both the line above and the line below: the teeth of a comb. */
function combing({ width, height, rgb }: Omit<Still, 'time'>): number {
  let teeth = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      const [above, here, below] = [rgb[at - width * 3]!, rgb[at]!, rgb[at + width * 3]!];
      if ((here - above) * (here - below) > 60 * 60) teeth++;
    }
  }
  return teeth / (width * height);
}

async function decode(path: string) {
  const times: number[] = [];
  const durations: number[] = [];
  const stills: Still[] = [];
  const consumer: MediaConsumer = {
    needs: { luma: true, stills: { intervalSeconds: 0.2, maxSide: WIDTH } },
    onLuma(frame: LumaFrame) {
      times.push(Math.round(frame.time * 1000) / 1000);
      durations.push(Math.round(frame.duration * 1000) / 1000);
      return undefined;
    },
    onStill: (still) => void stills.push(still),
  };
  const summary = await runMediaPass(path, [consumer]);
  return { times, durations, stills, summary };
}

/** Whether any coded frame of a file is flagged as interlaced. */
async function isInterlaced(path: string): Promise<boolean> {
  const input = await openInput(path);
  const decoder = openDecoder(input.video!, 1);
  const packet = new Packet();
  packet.alloc();
  while (input.context.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === input.video!.index) decoder.decode(packet, () => {});
    packet.unref();
  }
  decoder.decode(null, () => {});
  const found = decoder.isInterlaced;
  decoder.close();
  packet.free();
  input.close();
  return found;
}

const expectedTimes = Array.from({ length: COUNT }, (_, i) => Math.round((i / RATE) * 1000) / 1000);

describe('interlaced video', () => {
  it.each([
    ['H.264, top field first', 'clip.mp4', { interlaced: 'top' }],
    ['H.264, bottom field first', 'clip.mkv', { interlaced: 'bottom' }],
    ['H.264 in a transport stream (AVCHD)', 'clip.ts', { interlaced: 'top', bFrames: 2 }],
    ['MPEG-2', 'clip.ts', { interlaced: 'top', codec: 'mpeg2video' }],
    ['MPEG-2 program stream', 'clip.mpg', { interlaced: 'bottom', codec: 'mpeg2video' }],
    ['4:2:2, 10 bits', 'clip.mkv', { interlaced: 'top', pixelFormat: 'yuv422p10le' }],
  ] satisfies [string, string, Partial<VideoSpec>][])(
    'is deinterlaced with unchanged times: %s',
    async (_, name, spec) => {
      const { times, durations, stills, summary } = await decode(await clip(name, spec));
      expect(summary).toMatchObject({ frames: COUNT, warnings: [] });
      expect(times).toEqual(expectedTimes);
      expect(durations).toEqual(Array.from({ length: COUNT }, () => 1 / RATE));
      expect(stills.length).toBeGreaterThanOrEqual(5);
      for (const still of stills) expect(combing(still)).toBeLessThan(0.002);
    },
  );

  it('keeps the order and count of mixed and telecined content', async () => {
    const { times, summary } = await decode(await clip('clip.mp4', { interlaced: 'mixed', codec: 'mpeg2video' }));
    expect(summary).toMatchObject({ frames: COUNT, warnings: [] });
    expect(times).toEqual(expectedTimes);
  });

  it('shows no combing in telecined film, of which some frames are woven from two pictures', async () => {
    const moving = [...woven('top')];
    // As by 3:2 pulldown, but with the flags of the test encoder: three woven frames, then two whole ones.
    const pictures = moving.map((picture, index) => (index % 5 > 2 ? unwoven(picture) : picture));
    const { stills, times } = await decode(
      await clip('film.ts', { interlaced: 'mixed', codec: 'mpeg2video', pictures }),
    );
    expect(times).toHaveLength(COUNT);
    for (const still of stills) expect(combing(still)).toBeLessThan(0.002);
  });

  it('yields a thumbnail without combing', async () => {
    const still = await representativeStill(await clip('clip.ts', { interlaced: 'top' }), WIDTH);
    expect(combing(still!)).toBeLessThan(0.002);
  });

  it.each([
    ['a clip', { range: { start: 0.2, end: 0.8 } }, 15],
    ['a playable copy', {}, COUNT],
    ['a playable copy that would take the video as it is', { copyVideo: true }, COUNT],
  ])('is deinterlaced in %s', async (_, request, count) => {
    const path = await clip('clip.mp4', { interlaced: 'top' });
    const target = `${path}.out.mp4`;
    await transcode(path, { target, ...request });
    expect(await isInterlaced(target)).toBe(false);
    const { times, stills } = await decode(target);
    expect(times).toHaveLength(count);
    for (const still of stills) expect(combing(still)).toBeLessThan(0.002);
  });

  it('measures combing in woven frames', () => {
    const [picture] = woven('top');
    expect(combing(picture!)).toBeGreaterThan(0.02);
  });
});
