// @alone: Linux counts the memory of a process in the peak of those that it starts, so it must be small.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AV_CODEC_ID_PNG, AV_PKT_FLAG_KEY, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { FormatContext, Packet, Rational } from 'node-av/lib';
import { describe, expect, it } from 'vitest';
import { decoderThreads, passThreads } from '../../src/media/limits.ts';
import { runMediaPass } from '../../src/media/media-pass.ts';
import { probe } from '../../src/media/probe.ts';
import { extendedTest, sample, WHOLE } from '../fixtures/extended.ts';
import { matroskaOfFrames } from '../fixtures/hostile/matroska.ts';
import { movOfOneSample } from '../fixtures/hostile/mov.ts';
import { blackPng } from '../fixtures/hostile/png.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid } from '../fixtures/pictures.ts';
import { sine } from '../fixtures/sounds.ts';
import { tempFolder } from '../fixtures/temp.ts';

/** A Matroska file with `count` video streams of one PNG each, `side` pixels wide and high. */
async function pngStreams(count: number, side: number): Promise<string> {
  const path = join(await tempFolder(), 'streams.mkv');
  const data = blackPng(side);
  const output = new FormatContext();
  output.allocOutputContext2(null, 'matroska', path);
  for (let i = 0; i < count; i++) {
    const stream = output.newStream(null);
    stream.timeBase = new Rational(1, 1000);
    Object.assign(stream.codecpar, {
      codecType: AVMEDIA_TYPE_VIDEO,
      codecId: AV_CODEC_ID_PNG,
      width: side,
      height: side,
    });
  }
  await output.openOutput();
  await output.writeHeader();
  for (let i = 0; i < count; i++) {
    const packet = new Packet();
    packet.alloc();
    Object.assign(packet, { data, streamIndex: i, pts: 0n, dts: 0n, flags: AV_PKT_FLAG_KEY });
    await output.interleavedWriteFrame(packet);
    packet.free();
  }
  await output.writeTrailer();
  await output.closeOutput();
  output.freeContext();
  return path;
}

/** Peak memory in megabytes of a process that probes a file, and the code of its error. */
async function probeInProcess(path: string): Promise<{ peakMb: number; code: string | null }> {
  const script = `
    import { probe } from ${JSON.stringify(join(import.meta.dirname, '../../src/media/probe.ts'))};
    let code = null;
    try { await probe(${JSON.stringify(path)}); } catch (error) { code = error.code; }
    console.log(JSON.stringify({ code, peakMb: process.resourceUsage().maxRSS / 1024 }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(stdout);
}

describe('limits', () => {
  extendedTest('rejects six oversized video streams before decoding', async () => {
    const { code, peakMb } = await probeInProcess(await pngStreams(6, 16_128));
    expect(code).toBe('unreadable_media');
    expect(peakMb).toBeLessThan(300);
  });

  it.each(
    sample(
      [
        ['six streams that state 64 x 64', () => matroskaOfFrames('MPNG', 6, 64, blackPng(16_128))],
        [
          '16-bit RGBA of no stated size',
          () => matroskaOfFrames('MPNG', 4, 0, blackPng(16_128, 8064, { colorType: 6, bitDepth: 16 })),
        ],
        [
          'a QuickTime track that states 64 x 64',
          () => movOfOneSample({ width: 64, height: 64, samples: 9, data: blackPng(16_128) }),
        ],
      ],
      1,
    ),
  )('rejects frames larger than stated before they are allocated: %s', WHOLE, async (_, make) => {
    const path = join(await tempFolder(), 'lie.bin');
    await writeFile(path, make());
    const { code, peakMb } = await probeInProcess(path);
    expect(code).toBe('unreadable_media');
    expect(peakMb).toBeLessThan(300);
  });

  it('reads size and format of a frame within the limits', async () => {
    const path = join(await tempFolder(), 'one.mkv');
    await writeFile(path, matroskaOfFrames('MPNG', 1, 0, blackPng(64)));
    expect(await probe(path)).toMatchObject({ video: { width: 64, codec: 'png', pixelFormat: 'gray' } });
  });

  extendedTest('inspects only a few of many large video streams', async () => {
    const { code, peakMb } = await probeInProcess(await pngStreams(40, 5_900));
    expect(code).toBeNull();
    expect(peakMb).toBeLessThan(600);
  });

  it('finds the video and the default audio among 65 streams', async () => {
    const path = join(await tempFolder(), 'many.mkv');
    const pictures = Array.from({ length: 10 }, () => solid(96, 64, [90, 90, 40]));
    await writeMedia(path, {
      video: { width: 96, height: 64, frameRate: 10, pictures },
      audio: Array.from({ length: 64 }, () => ({
        sampleRate: 48_000,
        samples: sine(440, 1, 48_000),
        codec: 'flac' as const,
      })),
    });
    expect(await probe(path)).toMatchObject({ video: { width: 96 }, audio: { tracks: 64, codec: 'flac' } });
    const summary = await runMediaPass(path, [{ needs: { luma: true, audio: true } }]);
    expect(summary).toMatchObject({ frames: 10, warnings: [] });
  });

  it.each([
    [1920, 1080, 0, 32, 0],
    [3840, 2160, 0, 32, 0],
    [7680, 4320, 0, 32, 2],
    [7680, 4320, 0, 1, 1],
    [8192, 4320, 1, 32, 1],
  ])('decodes %d x %d (threads %d of %d cores) with %d threads', (width, height, wanted, cores, expected) => {
    expect(decoderThreads(width, height, wanted, cores)).toBe(expected);
  });

  it('uses more threads than cores, up to those that FFmpeg advises, unless models look at stills', () => {
    expect([1, 2, 64].map((cores) => passThreads(cores, false))).toEqual([4, 5, 16]);
    expect(passThreads(2, true)).toBe(0);
  });
});
