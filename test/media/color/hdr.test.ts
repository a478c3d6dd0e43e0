import { dirname, join } from 'node:path';
import { AV_PKT_DATA_DISPLAYMATRIX, AVCOL_PRI_BT709, AVCOL_SPC_BT709, AVCOL_TRC_BT709 } from 'node-av/constants';
import { describe, expect, it } from 'vitest';
import type { MediaConsumer, Still } from '../../../src/media/frames.ts';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { openKeyFrameReader } from '../../../src/media/preview/key-frame-reader.ts';
import { representativeStill } from '../../../src/media/representative-still.ts';
import { joinParts } from '../../../src/media/transcode/join.ts';
import { transcode } from '../../../src/media/transcode/transcode.ts';
import { type Picture, type VideoSpec, writeMedia } from '../../fixtures/media.ts';
import { readMedia } from '../../fixtures/read-media.ts';
import { tempFolder } from '../../fixtures/temp.ts';

type Color = readonly [number, number, number];
const [SIDE, HEIGHT] = [48, 96];
const PQ = { transfer: 'smpte2084', primaries: 'bt2020', matrix: 'bt2020nc' } as const;
const HLG = { transfer: 'arib-std-b67', primaries: 'bt2020', matrix: 'bt2020nc' } as const;

/** Signals, as parts of 255, of patches from left to right, and what SDR shows of them. */
interface Patch {
  signal: Color;
  sdr: Color;
}
const gray = (value: number): Color => [value, value, value];
/** BT.2408-7: 58 % PQ and 75 % HLG are diffuse white; see test/media/color/sdr-table.test.ts for the numbers. */
const PQ_PATCHES: readonly Patch[] = [
  { signal: gray(0), sdr: gray(0) },
  { signal: gray(78), sdr: gray(74) },
  { signal: gray(148), sdr: gray(231) },
  { signal: gray(192), sdr: gray(255) },
];
const HLG_PATCHES: readonly Patch[] = [
  { signal: gray(0), sdr: gray(0) },
  { signal: gray(64), sdr: gray(72) },
  { signal: gray(191), sdr: gray(231) },
  { signal: gray(255), sdr: gray(255) },
];

function* pictures(patches: readonly Patch[], count = 12): Generator<Picture> {
  const width = patches.length * SIDE;
  const rgb = new Uint8Array(width * HEIGHT * 3);
  for (let i = 0; i < width * HEIGHT; i++) rgb.set(patches[Math.floor((i % width) / SIDE)]!.signal, i * 3);
  for (let i = 0; i < count; i++) yield { width, height: HEIGHT, rgb };
}

async function clip(name: string, patches: readonly Patch[], video: Partial<VideoSpec>): Promise<string> {
  const path = join(await tempFolder(), name);
  const size = { width: patches.length * SIDE, height: HEIGHT };
  await writeMedia(path, { video: { ...size, frameRate: 12, pictures: pictures(patches), crf: 4, ...video } });
  return path;
}

/** Colors in the middle of each patch, left to right (top to bottom if the still is upright). */
function patchesOf({ width, height, rgb }: Omit<Still, 'time'>, count: number): Color[] {
  const isUpright = height > width;
  return Array.from({ length: count }, (_, i) => {
    const share = (i + 0.5) / count;
    const [x, y] = isUpright ? [width >> 1, Math.floor(height * share)] : [Math.floor(width * share), height >> 1];
    const at = (y * width + x) * 3;
    return [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
  });
}

function expectColors(found: readonly Color[], patches: readonly Patch[], tolerance = 4): void {
  for (const [i, { sdr }] of patches.entries()) {
    for (const channel of [0, 1, 2] as const) {
      expect(Math.abs(found[i]![channel] - sdr[channel]), `patch ${i}: ${found[i]} for ${sdr}`).toBeLessThan(tolerance);
    }
  }
}

/** The stills and the luma of a file, as the analysis sees them. */
async function analyze(path: string, count: number) {
  const stills: Still[] = [];
  let luma: number[] = [];
  const consumer: MediaConsumer = {
    needs: { luma: true, stills: { intervalSeconds: 0.5, maxSide: 400 } },
    onLuma(frame) {
      const { width, height } = frame;
      luma = Array.from(
        { length: count },
        (_, i) => frame.luma[(height >> 1) * width + Math.floor((width * (i + 0.5)) / count)]!,
      );
      return undefined;
    },
    onStill: (still) => void stills.push(still),
  };
  await runMediaPass(path, [consumer]);
  return { still: stills[0]!, luma };
}

const asLuma = (sdr: number) => 16 + (219 * sdr) / 255;

describe('high dynamic range', () => {
  it.each([
    ['PQ in H.265', 'a.mp4', PQ_PATCHES, { codec: 'libx265', pixelFormat: 'yuv420p10le', colors: PQ }],
    ['HLG in H.265', 'a.mov', HLG_PATCHES, { codec: 'libx265', pixelFormat: 'yuv420p10le', colors: HLG }],
    ['HLG in 10-bit H.264', 'a.mp4', HLG_PATCHES, { pixelFormat: 'yuv420p10le', colors: HLG }],
    ['PQ in AV1', 'a.mkv', PQ_PATCHES, { codec: 'libsvtav1', pixelFormat: 'yuv420p10le', colors: PQ }],
    ['PQ in VP9', 'a.webm', PQ_PATCHES, { codec: 'libvpx-vp9', pixelFormat: 'yuv420p10le', colors: PQ }],
    ['HLG in ProRes 4:2:2', 'a.mov', HLG_PATCHES, { codec: 'prores_ks', colors: HLG }],
  ] as const)('%s is shown in SDR everywhere', async (_, name, patches, video) => {
    const path = await clip(name, patches, video);
    const { still, luma } = await analyze(path, patches.length);
    expectColors(patchesOf(still, patches.length), patches);
    for (const [i, { sdr }] of patches.entries()) expect(Math.abs(luma[i]! - asLuma(sdr[0]))).toBeLessThan(4);

    expectColors(patchesOf((await representativeStill(path, 400))!, patches.length), patches);
    const target = join(dirname(path), 'clip.mp4');
    await transcode(path, { target });
    expectColors(patchesOf((await analyze(target, patches.length)).still, patches.length), patches, 6);
    const { streams, close } = await readMedia(target);
    const { colorTrc, colorPrimaries, colorSpace } = streams[0]!.coded;
    expect({ colorTrc, colorPrimaries, colorSpace }).toEqual({
      colorTrc: AVCOL_TRC_BT709,
      colorPrimaries: AVCOL_PRI_BT709,
      colorSpace: AVCOL_SPC_BT709,
    });
    close();
  });

  it('keeps hues', async () => {
    // 100 nits of the red, green, and blue of BT.709, as PQ in BT.2020.
    const patches = [
      { signal: [114, 69, 50], sdr: [189, 0, 0] },
      { signal: [100, 128, 74], sdr: [0, 189, 0] },
      { signal: [62, 46, 127], sdr: [0, 0, 189] },
    ] as const;
    const video = { codec: 'libx265', pixelFormat: 'yuv420p10le', colors: PQ } as const;
    const { still } = await analyze(await clip('a.mp4', patches, video), 3);
    // Between the entries of the table, dark channels at the border of the gamut are a little too bright.
    expectColors(patchesOf(still, 3), patches, 32);
  });

  it('believes the peak that the file states', async () => {
    const white = gray(148);
    const patches = (sdr: number) => [0, 1, 2, 3].map(() => ({ signal: white, sdr: gray(sdr) }));
    const video = { codec: 'libx265', pixelFormat: 'yuv420p10le', colors: PQ } as const;
    for (const [light, sdr] of [
      [{ maxCll: 400 }, 244],
      [{ mastering: 4000 }, 210],
      [{ mastering: 1000, maxCll: 150 }, 250],
    ] as const) {
      const { still } = await analyze(await clip('a.mp4', patches(sdr), { ...video, light }), 4);
      expectColors(patchesOf(still, 4), patches(sdr));
    }
  });

  it('turns clips of phones upright', async () => {
    const video = { codec: 'libx265', pixelFormat: 'yuv420p10le', colors: HLG, rotation: 90 } as const;
    const path = await clip('a.mov', HLG_PATCHES, video);
    const { still } = await analyze(path, 4);
    expect(still.height).toBeGreaterThan(still.width);
    expectColors(patchesOf(still, 4), HLG_PATCHES);
    const target = join(dirname(path), 'clip.mp4');
    await transcode(path, { target, range: { start: 0.25, end: 0.75 } });
    expectColors(patchesOf((await analyze(target, 4)).still, 4), HLG_PATCHES, 6);
    const { streams, close } = await readMedia(target);
    expect(streams[0]!.coded.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)).not.toBeNull();
    close();
  });

  it('is converted in the first look', async () => {
    const video = { codec: 'libx265', pixelFormat: 'yuv420p10le', colors: HLG, gop: 4 } as const;
    const reader = await openKeyFrameReader(await clip('a.mp4', HLG_PATCHES, video));
    const stills: Still[] = [];
    await reader!.nearest([0.5], (frame) => {
      const retained = frame.retain();
      stills.push(retained.toStill(400));
      retained.release();
    });
    reader!.close();
    expectColors(patchesOf(stills[0]!, 4), HLG_PATCHES);
  });

  it('is joined with SDR', async () => {
    const video = { codec: 'libx265', pixelFormat: 'yuv420p10le', colors: HLG } as const;
    const hdr = await clip('a.mp4', HLG_PATCHES, video);
    const plain = HLG_PATCHES.map(({ sdr }) => ({ signal: sdr, sdr }));
    const sdr = await clip('b.mp4', plain, {});
    const target = join(dirname(hdr), 'joined.mp4');
    const range = { start: 0, end: 1 };
    const canvas = { width: 4 * SIDE, height: HEIGHT };
    for (const parts of [
      [hdr, sdr],
      [sdr, hdr],
    ]) {
      await joinParts(
        parts.map((path) => ({ path, range })),
        { target, canvas },
      );
      for (const seconds of [0.3, 1.3]) expectColors(patchesOf(await stillAt(target, seconds), 4), HLG_PATCHES, 6);
    }
  });
});

describe('other colors', () => {
  it('reads SDR with wide primaries as SDR with BT.709', async () => {
    const colors = { transfer: 'bt2020-10', primaries: 'bt2020', matrix: 'bt2020nc' } as const;
    // Red of BT.709 at half light: its parts in BT.2020 (BT.2087-0), as signals of 255.
    const patches: Patch[] = [
      { signal: gray(128), sdr: gray(128) },
      { signal: [157, 63, 35], sdr: [191, 0, 0] },
    ];
    const video = { codec: 'libx265', pixelFormat: 'yuv420p10le', colors } as const;
    const { still } = await analyze(await clip('a.mp4', patches, video), 2);
    expectColors(patchesOf(still, 2), patches, 20);
  });

  it.each([
    ['full range', 'a.avi', { codec: 'mjpeg', crf: 2 }],
    ['10 bits', 'a.mp4', { codec: 'libx265', pixelFormat: 'yuv420p10le' }],
    ['4:2:2 with 10 bits', 'a.mov', { codec: 'prores_ks' }],
  ] as const)('keeps SDR with %s as it is', async (_, name, video) => {
    const patches = [0, 64, 128, 255].map((value) => ({ signal: gray(value), sdr: gray(value) }));
    const path = await clip(name, patches, video);
    const { still, luma } = await analyze(path, 4);
    expectColors(patchesOf(still, 4), patches);
    for (const [i, { sdr }] of patches.entries()) expect(Math.abs(luma[i]! - asLuma(sdr[0]))).toBeLessThan(4);
    const target = join(dirname(path), 'clip.mp4');
    await transcode(path, { target });
    expectColors(patchesOf((await analyze(target, 4)).still, 4), patches, 6);
  });
});

/** The still of a file that is closest after a time in seconds. */
async function stillAt(path: string, seconds: number): Promise<Still> {
  let found: Still | undefined;
  await runMediaPass(path, [
    {
      needs: { luma: true, stills: { intervalSeconds: 60, maxSide: 400 } },
      onLuma: ({ time }) => time >= seconds && found === undefined,
      onStill(still) {
        if (still.time >= seconds) found ??= still;
      },
    },
  ]);
  return found!;
}
