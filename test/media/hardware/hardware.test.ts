import { join } from 'node:path';
import type { Frame } from 'node-av/lib';
import { describe, expect, it } from 'vitest';
import type { Decoding } from '../../../src/contract/analysis/decoding.ts';
import { openDevices } from '../../../src/media/hardware/device.ts';
import { chooseDevice, compareSamples, type SelfTestOptions } from '../../../src/media/hardware/self-test.ts';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { decodingDevice } from '../../fixtures/decoding-device.ts';
import { type Picture, type VideoSpec, writeMedia } from '../../fixtures/media.ts';
import { solid } from '../../fixtures/pictures.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const RATE = 10;
/** Moves a frame by one tick. */
const later = (frame: Frame) => {
  frame.bestEffortTimestamp += 1n;
};

/** Each frame has its own gray level. */
function* numbered(count: number): Generator<Picture> {
  for (let i = 0; i < count; i++) yield solid(96, 64, [20 + i * 2, 20 + i * 2, 20 + i * 2]);
}

async function clip(name: string, video: Partial<VideoSpec> = {}, count = 60): Promise<string> {
  const path = join(await tempFolder(), name);
  await writeMedia(path, {
    video: { width: 96, height: 64, frameRate: RATE, pictures: numbered(count), gop: 10, ...video },
  });
  return path;
}

/** Times in milliseconds at the start and end of the decoder of the processor and those of devices. */
const clockOf = (...ms: number[]) => {
  // The device is tested first.
  const times = ms.flatMap((duration) => [0, duration]);
  return () => times.shift()!;
};
const FAST = { clock: clockOf };

/** Times and luma of all frames, and what decoded them. */
async function decode(path: string, hardware?: SelfTestOptions) {
  const frames: string[] = [];
  const decodings: Decoding[] = [];
  const summary = await runMediaPass(
    path,
    [
      {
        needs: { luma: true },
        onLuma({ time, luma }) {
          frames.push(`${time.toFixed(3)} ${luma[luma.length >> 1]}`);
          return undefined;
        },
      },
    ],
    { hardware, onDecoding: (decoding) => decodings.push(decoding) },
  );
  return { frames, decodings, summary };
}

describe('choice of what decodes', () => {
  const chosen = async (...doubles: ReturnType<typeof decodingDevice>[]) => {
    const found = await chooseDevice(await clip('a.mp4'), { devices: () => doubles, clock: FAST.clock(10, 20, 10) });
    found.device?.close();
    return found.decoding;
  };

  it('is a device that yields the same pictures faster', async () => {
    const device = decodingDevice();
    expect(await chosen(device)).toEqual({ device: 'vaapi', reason: 'chosen', codec: 'h264', speedup: 2 });
    expect(device).toMatchObject({ opened: 1, isClosed: true });
  });

  it('is the processor if the device is not faster', async () => {
    const device = decodingDevice();
    const path = await clip('a.mp4');
    const { decoding } = await chooseDevice(path, { devices: () => [device], clock: FAST.clock(19, 20) });
    expect(decoding).toEqual({ device: null, reason: 'slower', codec: 'h264', speedup: 1.1 });
    expect(device.isClosed).toBe(true);
  });

  it.each([
    ['no_device', []],
    ['codec', [decodingDevice({ refuses: true })]],
    ['failed', [decodingDevice({ failAfter: { frames: 3 } })]],
    ['failed', [decodingDevice({ failAfter: { packets: 3 } })]],
    ['different', [decodingDevice({ alter: ({ data }) => void data![0]!.fill(128) })]],
    ['different', [decodingDevice({ alter: later })]],
  ] as const)('is the processor: %s', async (reason, devices) => {
    expect(await chosen(...devices)).toMatchObject({ device: null, reason });
  });

  it('tries the next device', async () => {
    const decoding = await chosen(decodingDevice({ refuses: true }), decodingDevice());
    expect(decoding).toMatchObject({ device: 'vaapi', reason: 'chosen' });
  });

  it('tolerates rounding of luma, and no missing frame', () => {
    const sample = (values: number[], ms: number) => ({
      frames: values.map((value, i) => ({ time: BigInt(i), luma: new Uint8Array(100).fill(value) })),
      ms,
      hasFailed: false,
    });
    expect(compareSamples(sample([50, 60], 100), sample([51, 59], 50))).toBe('chosen');
    expect(compareSamples(sample([50, 60], 100), sample([52, 60], 50))).toBe('different');
    expect(compareSamples(sample([50, 60], 100), sample([50], 50))).toBe('different');
    expect(compareSamples(sample([], 100), sample([], 50))).toBe('failed');
  });

  it('ends with the devices of this machine, whatever they are', async () => {
    const path = await clip('a.mp4');
    const devices = openDevices();
    for (const device of devices) device.close();
    const { decodings, frames } = await decode(path, {});
    expect(decodings).toHaveLength(1);
    if (devices.length === 0) expect(decodings[0]).toMatchObject({ device: null, reason: 'no_device' });
    expect(frames).toHaveLength(60);
  });
});

describe('a pass with a device', () => {
  const formats: [string, string, Partial<VideoSpec>][] = [
    ['H.264', 'a.mp4', {}],
    ['H.264 with B-frames', 'a.mp4', { bFrames: 3 }],
    ['H.265 with B-frames', 'a.mkv', { codec: 'libx265', bFrames: 3 }],
    ['key frames only', 'a.mp4', { gop: 1 }],
    ['one key frame', 'a.mp4', { gop: 600 }],
    ['MPEG-2 in a transport stream', 'a.ts', { codec: 'mpeg2video', bFrames: 2, frameRate: 25 }],
  ];

  it('has the same frames, and closes the device', async () => {
    const path = await clip('a.mp4', { bFrames: 2 });
    const device = decodingDevice();
    const { frames, decodings } = await decode(path, { devices: () => [device], clock: FAST.clock(10, 20) });
    expect(frames).toEqual((await decode(path)).frames);
    expect(decodings.map(({ reason }) => reason)).toEqual(['chosen']);
    expect(device).toMatchObject({ opened: 2, isClosed: true });
  });

  it.each(
    formats.flatMap((format) => [{ frames: 37 }, { frames: 0 }, { packets: 45 }].map((at) => [...format, at] as const)),
  )('neither loses nor repeats a frame when it fails: %s, %s', async (_, name, video, at) => {
    const path = await clip(name, { ...video, pictures: numbered(100) });
    const device = decodingDevice({ failAfter: { ...at, from: 1 } });
    const { frames, decodings, summary } = await decode(path, { devices: () => [device], clock: FAST.clock(10, 20) });
    const expected = await decode(path);
    expect(frames).toEqual(expected.frames);
    expect(summary.warnings).toEqual([]);
    expect(decodings.map((decoding) => [decoding.device, decoding.reason])).toEqual([
      ['vaapi', 'chosen'],
      [null, 'fell_back'],
    ]);
  });

  it('decodes on the processor unless it is asked for', async () => {
    const { decodings, frames } = await decode(await clip('a.mp4'));
    expect(decodings).toEqual([]);
    expect(frames).toHaveLength(60);
  });
});
