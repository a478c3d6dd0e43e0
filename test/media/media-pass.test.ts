import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CanceledError } from '../../src/base/errors.ts';
import type { MediaConsumer, RetainedFrame, Still } from '../../src/media/frames.ts';
import { runMediaPass } from '../../src/media/media-pass.ts';
import { openProbed, probe } from '../../src/media/probe.ts';
import { extendedTest } from '../fixtures/extended.ts';
import { type Picture, type VideoSpec, writeMedia } from '../fixtures/media.ts';
import { grain, repeat, solid } from '../fixtures/pictures.ts';
import { sine } from '../fixtures/sounds.ts';
import { tempFolder } from '../fixtures/temp.ts';

/** A consumer that records its input. */
function recorder(needs: MediaConsumer['needs']) {
  const times: number[] = [];
  const stills: Still[] = [];
  let samples = 0;
  const heard: number[] = [];
  const consumer: MediaConsumer = {
    needs,
    onLuma(frame) {
      times.push(Math.round(frame.time * 1000) / 1000);
      return undefined;
    },
    onStill: (still) => void stills.push(still),
    onAudio(chunk) {
      heard.push(chunk.time);
      samples += chunk.samples.length;
    },
  };
  return { consumer, times, stills, heard, seconds: () => samples / 16_000 };
}

const colors = [
  [200, 30, 30],
  [30, 200, 30],
  [30, 30, 200],
] as const;

function* clip(width: number, height: number, count: number): Generator<Picture> {
  for (let i = 0; i < count; i++) yield solid(width, height, colors[Math.floor((i * colors.length) / count)]!);
}

async function write(spec: Partial<VideoSpec>, name = 'clip.mp4', more = {}): Promise<string> {
  const path = join(await tempFolder(), name);
  const { width = 96, height = 64 } = spec;
  await writeMedia(path, {
    video: { width, height, frameRate: 10, pictures: clip(width, height, 12), ...spec },
    ...more,
  });
  return path;
}

describe('media pass', () => {
  it('takes packets that repeat a picture for no damage', async () => {
    const pictures = repeat(solid(96, 64, [30, 120, 30]), 12);
    const path = await write({ codec: 'libtheora', pictures }, 'clip.ogv');
    const { consumer, times } = recorder({ luma: true });
    expect((await runMediaPass(path, [consumer])).warnings).toEqual([]);
    expect(times[0]).toBe(0);
  });

  it.each([
    ['H.264 with B-pictures', { bFrames: 2 }, 'clip.mp4'],
    ['HEVC 10 bit', { codec: 'libx265', pixelFormat: 'yuv420p10le' }, 'clip.mp4'],
    ['VP9', { codec: 'libvpx-vp9' }, 'clip.webm'],
    ['AV1', { codec: 'libsvtav1' }, 'clip.mkv'],
    ['4:4:4 of odd size', { width: 97, height: 65, pixelFormat: 'yuv444p' }, 'clip.mp4'],
    ['MPEG-4 in AVI', { codec: 'mpeg4' }, 'clip.avi'],
    ['a transport stream', {}, 'clip.ts'],
  ] as const)('decodes every frame of %s once, with its timestamp', async (_, spec, name) => {
    const path = await write(spec, name);
    const { consumer, times, stills } = recorder({ luma: true, stills: { intervalSeconds: 0.4, maxSide: 64 } });
    const summary = await runMediaPass(path, [consumer]);
    expect(times).toHaveLength(12);
    times.forEach((time, i) => void expect(time).toBeCloseTo(i / 10, 2));
    expect(summary).toMatchObject({ frames: 12, warnings: [] });
    expect(summary.endTime).toBeCloseTo(1.2, 1);
    for (const [i, still] of stills.entries()) {
      expect(Math.max(still.width, still.height)).toBeLessThanOrEqual(64);
      expect(still.rgb).toHaveLength(still.width * still.height * 3);
      if (i === 0) expect(still.rgb[0]).toBeGreaterThan(150);
    }
  });

  it.each(['clip.mp4', 'clip.mkv', 'clip.ts', 'clip.avi'])(
    'takes over %s as opened for its properties',
    async (name) => {
      const { input, info } = await openProbed(await write({}, name));
      const { consumer, times } = recorder({ luma: true });
      // Another opening would fail.
      expect(await runMediaPass('/missing', [consumer], { input })).toMatchObject({ frames: 12, warnings: [] });
      expect(times).toEqual(Array.from({ length: 12 }, (_, i) => i / 10));
      expect(info.video).toMatchObject({ width: 96, height: 64 });
    },
  );

  it('uses frame timestamps of a variable frame rate', async () => {
    const wanted = [0, 0.04, 0.08, 0.5, 0.9, 0.94, 2];
    const pictures = wanted.map((time, i) => ({ ...solid(96, 64, colors[i % 3]!), time }));
    const { consumer, times } = recorder({ luma: true });
    await runMediaPass(await write({ pictures, frameRate: 25 }), [consumer]);
    expect(times).toEqual(wanted);
  });

  it('starts at 0 for any start time, and keeps audio and video in sync', async () => {
    const audio = { sampleRate: 48_000, samples: sine(440, 1, 48_000), startTime: 0.5 };
    const path = await write({}, 'clip.mkv', { audio, startTime: 30 });
    const { consumer, times, seconds } = recorder({ luma: true, audio: true });
    await runMediaPass(path, [consumer]);
    expect(times[0]).toBe(0);
    expect(seconds()).toBeGreaterThan(1.4);
    expect(seconds()).toBeLessThan(1.6);
  });

  it('delivers upright stills of rotated videos', async () => {
    const [top, bottom] = [solid(96, 32, [250, 10, 10]), solid(96, 32, [10, 10, 250])];
    const picture = { width: 96, height: 64, rgb: Uint8Array.from([...top.rgb, ...bottom.rgb]) };
    const path = await write({ pictures: repeat(picture, 5), rotation: 90 });
    const { consumer, stills } = recorder({ stills: { intervalSeconds: 1, maxSide: 1280 } });
    await runMediaPass(path, [consumer]);
    const [still] = stills;
    expect(still).toMatchObject({ width: 64, height: 96 });
    // The top of the coded frame is on the right after a clockwise rotation.
    const right = (48 * 64 + 60) * 3;
    expect(still!.rgb[right]).toBeGreaterThan(180);
    expect(still!.rgb[(48 * 64 + 3) * 3]).toBeLessThan(80);
  });

  it('decodes only the streams that consumers need', async () => {
    const audio = { sampleRate: 16_000, samples: sine(440, 1.2, 16_000) };
    const path = await write({}, 'clip.mp4', { audio });
    const { consumer, times, heard } = recorder({ audio: true });
    const summary = await runMediaPass(path, [consumer]);
    expect(times).toHaveLength(0);
    expect(heard.length).toBeGreaterThan(0);
    expect(summary).toMatchObject({ frames: 0, complete: false });
  });

  it('creates stills of retained frames until the pass ends', async () => {
    const kept: RetainedFrame[] = [];
    const consumer: MediaConsumer = {
      needs: { luma: true },
      onLuma(frame) {
        if (frame.index % 6 === 0) kept.push(frame.retain());
        return undefined;
      },
    };
    const stills: Still[] = [];
    await runMediaPass(await write({}), [consumer], {
      onEnd: async () => {
        for (const frame of kept) stills.push(frame.toStill(32));
      },
    });
    expect(stills.map((still) => still.time)).toEqual([0, 0.6]);
    expect(stills[0]!.rgb[0]).toBeGreaterThan(stills[1]!.rgb[0]!);
  });

  it('keeps the content of a truncated file, and reports it', async () => {
    const pictures = Array.from({ length: 80 }, (_, i) => grain(96, 64, i));
    const path = await write({ pictures, frameRate: 10, gop: 5 }, 'clip.mkv');
    await truncate(path, Math.floor((await readFile(path)).length / 2));
    const { consumer, times } = recorder({ luma: true });
    const summary = await runMediaPass(path, [consumer]);
    expect(times.length).toBeGreaterThan(10);
    expect(times.length).toBeLessThan(70);
    expect(summary.warnings[0]?.message).toMatch(/ends after/);
  });

  it('rejects a file truncated before any readable content', async () => {
    const path = await write({});
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, 64));
    await expect(runMediaPass(path, [recorder({ luma: true }).consumer])).rejects.toMatchObject({
      code: 'unreadable_media',
    });
  });

  extendedTest('rejects frames that are too large to decode', async () => {
    const path = await write(
      { width: 16_000, height: 4000, pictures: [solid(16_000, 4000, [0, 0, 0])], codec: 'mjpeg' },
      'clip.mkv',
    );
    await expect(runMediaPass(path, [recorder({ luma: true }).consumer])).rejects.toMatchObject({
      code: 'unreadable_media',
    });
  });

  it('stops when canceled', async () => {
    const path = await write({ pictures: repeat(grain(96, 64, 1), 600) });
    const controller = new AbortController();
    const consumer: MediaConsumer = {
      needs: { stills: { intervalSeconds: 0.1, maxSide: 96 } },
      onStill: async () => {
        controller.abort();
        await new Promise((resolve) => setTimeout(resolve, 60));
      },
    };
    await expect(runMediaPass(path, [consumer], { signal: controller.signal })).rejects.toBeInstanceOf(CanceledError);
  });

  it('reports the same facts as the probe', async () => {
    const audio = [
      { sampleRate: 48_000, channels: 2, samples: sine(440, 1.2, 48_000), language: 'eng' },
      { sampleRate: 48_000, samples: sine(220, 1.2, 48_000), language: 'fra' },
    ];
    const info = await probe(await write({ rotation: 270 }, 'clip.mp4', { audio }));
    expect(info).toMatchObject({
      container: 'mov',
      video: { codec: 'h264', width: 64, height: 96, rotation: 270, frameRate: 10 },
      audio: { codec: 'aac', channels: 2, language: 'eng', tracks: 2 },
    });
    expect(info.duration).toBeCloseTo(1.2, 1);
  });
});
