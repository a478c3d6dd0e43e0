import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { probe } from '../../../src/media/probe.ts';
import { transcode } from '../../../src/media/transcode/transcode.ts';
import { proxySize } from '../../../src/media/transcode/video.ts';
import { sample, WHOLE } from '../../fixtures/extended.ts';
import { type MediaSpec, type Picture, type VideoSpec, writeMedia } from '../../fixtures/media.ts';
import { solid } from '../../fixtures/pictures.ts';
import { concat, silence, sine } from '../../fixtures/sounds.ts';
import { tempFolder } from '../../fixtures/temp.ts';

/** Each frame has its own gray level, which identifies it. */
const gray = (i: number) => 30 + (i % 20) * 10;
function* numbered(count: number, time?: (i: number) => number): Generator<Picture> {
  for (let i = 0; i < count; i++) {
    yield { ...solid(96, 64, [gray(i), gray(i), gray(i)]), ...(time && { time: time(i) }) };
  }
}

/** Times and mean brightness of all frames, and the time at which audio starts. */
async function timesOf(path: string) {
  const pictures: { time: number; mean: number }[] = [];
  let loudFrom: number | null = null;
  const summary = await runMediaPass(path, [
    {
      needs: { luma: true, audio: true },
      onLuma({ time, luma }) {
        pictures.push({ time, mean: luma.reduce((sum, value) => sum + value, 0) / luma.length });
        return undefined;
      },
      onAudio({ time, samples }) {
        const at = samples.findIndex((sample) => Math.abs(sample) > 0.1);
        if (at >= 0) loudFrom ??= time + at / 16_000;
      },
    },
  ]);
  return { pictures, loudFrom: loudFrom as number | null, endTime: summary.endTime };
}

async function make(name: string, video: Partial<VideoSpec>, more: Omit<MediaSpec, 'video'> = {}): Promise<string> {
  const path = join(await tempFolder(), name);
  await writeMedia(path, {
    video: { width: 96, height: 64, frameRate: 10, pictures: numbered(30), ...video },
    ...more,
  });
  return path;
}

const rate = 48_000;
const beep = concat(silence(1, rate), sine(440, 2, rate));

describe('playable copy', () => {
  it.each(
    sample(
      [
        ['MPEG-4 part 2 and MP3 in AVI', 'a.avi', { codec: 'mpeg4' }, { audio: { codec: 'libmp3lame' } }, false],
        ['H.264 and FLAC in Matroska', 'a.mkv', { bFrames: 2 }, { audio: { codec: 'flac' } }, true],
        ['10-bit HEVC', 'a.mp4', { codec: 'libx265', pixelFormat: 'yuv420p10le' }, { audio: {} }, false],
        ['ProRes and PCM in MOV', 'a.mov', { codec: 'prores_ks' }, { audio: { codec: 'pcm_s16le' } }, false],
        ['a transport stream', 'a.ts', {}, { audio: {} }, false],
        ['AV1 and Opus', 'a.mkv', { codec: 'libsvtav1' }, { audio: { codec: 'libopus' } }, false],
        ['10-bit H.264 with B-pictures', 'a.mp4', { pixelFormat: 'yuv420p10le', bFrames: 2 }, { audio: {} }, false],
        ['a silent FFV1', 'a.mkv', { codec: 'ffv1' }, {}, false],
        [
          'variable rate, rotation and a late start',
          'a.mkv',
          { rotation: 90, pictures: numbered(20, (i) => i * 0.1 + (i % 3) * 0.03) },
          { startTime: 3, audio: { codec: 'pcm_s16le' } },
          true,
        ],
      ] as const,
      3,
    ),
  )('of %s has the same frames at the same times', WHOLE, async (_, name, video, more, copyVideo) => {
    const sound = 'audio' in more ? { audio: { sampleRate: rate, samples: beep, ...more.audio } } : {};
    const path = await make(name, video, { ...more, ...sound } as MediaSpec);
    const target = join(dirname(path), 'proxy.mp4');
    const fractions: number[] = [];
    await transcode(path, { target, copyVideo, onProgress: (fraction) => fractions.push(fraction) });

    const [original, proxy] = await Promise.all([timesOf(path), timesOf(target)]);
    expect(proxy.pictures).toHaveLength(original.pictures.length);
    for (const [i, picture] of proxy.pictures.entries()) {
      expect(Math.abs(picture.time - original.pictures[i]!.time), `time of picture ${i}`).toBeLessThan(0.0015);
      expect(Math.abs(picture.mean - original.pictures[i]!.mean), `picture ${i}`).toBeLessThan(5);
    }
    expect(Math.abs((proxy.loudFrom ?? -1) - (original.loudFrom ?? -1))).toBeLessThan(0.03);
    expect(Math.abs(proxy.endTime - original.endTime)).toBeLessThan(0.06);
    const [before, after] = await Promise.all([probe(path), probe(target)]);
    expect(after).toMatchObject({ container: 'mov', video: { codec: 'h264', pixelFormat: 'yuv420p' } });
    expect(after.audio?.codec).toBe('audio' in more ? 'aac' : undefined);
    expect(after.video).toMatchObject({
      width: before.video!.width,
      height: before.video!.height,
      rotation: before.video!.rotation,
    });
    expect(fractions.at(-1)).toBe(1);
  });

  it('of audio is audio only', async () => {
    const path = join(await tempFolder(), 'a.ogg');
    await writeMedia(path, { audio: { sampleRate: rate, samples: beep, codec: 'libvorbis' } });
    const target = join(dirname(path), 'proxy.mp4');
    await transcode(path, { target });
    expect(await probe(target)).toMatchObject({ video: null, audio: { codec: 'aac' } });
    expect((await timesOf(target)).loudFrom).toBeCloseTo(1, 1);
  });

  it('leaves no files when canceled', async () => {
    const path = await make('a.avi', { codec: 'mpeg4', pictures: numbered(400) });
    const target = join(dirname(path), 'proxy.mp4');
    const abort = new AbortController();
    abort.abort();
    await expect(transcode(path, { target, signal: abort.signal })).rejects.toThrow();
    await expect(stat(target)).rejects.toThrow();
  });

  it('is at most 1080p, with even dimensions and the original rotation', () => {
    expect(proxySize(3840, 2160, 0)).toEqual({ width: 1920, height: 1080 });
    expect(proxySize(2160, 3840, 90)).toEqual({ width: 1920, height: 1080 });
    expect(proxySize(641, 359, 0)).toEqual({ width: 642, height: 360 });
    expect(proxySize(4096, 1716, 0)).toEqual({ width: 1920, height: 804 });
  });

  it('has the size of the source if it is wanted', async () => {
    expect(proxySize(3841, 2160, 90, true)).toEqual({ width: 2160, height: 3842 });
    const pictures = [solid(2048, 1152, [40, 80, 120]), solid(2048, 1152, [40, 80, 120])];
    const path = await make('a.mp4', { width: 2048, height: 1152, pictures });
    const target = join(dirname(path), 'clip.mp4');
    await transcode(path, { target, isFullSize: true, range: { start: 0, end: 0.2 } });
    expect((await probe(target)).video).toMatchObject({ width: 2048, height: 1152, codec: 'h264' });
    await transcode(path, { target, range: { start: 0, end: 0.2 } });
    expect((await probe(target)).video).toMatchObject({ width: 1920, height: 1080 });
  });
});

describe('range', () => {
  it.each([
    ['near the start', 0.42, 1.33],
    ['after a jump', 8.05, 9.95],
    ['up to the end', 11, 12],
  ])('%s is cut to the exact frame', async (_, start, end) => {
    const path = await make(
      'a.mp4',
      { bFrames: 2, gop: 50, pictures: numbered(120) },
      {
        audio: { sampleRate: rate, samples: concat(silence(9, rate), sine(440, 3, rate)) },
      },
    );
    const target = join(dirname(path), 'clip.mp4');
    await transcode(path, { target, range: { start, end } });
    const { pictures, endTime } = await timesOf(target);
    // The frame shown at the start comes first, at 0.
    const shown = Array.from({ length: 120 }, (_, i) => i).filter(
      (i) => (i + 1) / 10 > start + 0.002 && i / 10 < end - 0.002,
    );
    expect(pictures).toHaveLength(shown.length);
    const source = (await timesOf(path)).pictures;
    for (const [at, i] of shown.entries()) {
      expect(pictures[at]!.time).toBeCloseTo(Math.max(0, i / 10 - start), 2);
      expect(Math.abs(pictures[at]!.mean - source[i]!.mean)).toBeLessThan(5);
    }
    expect(Math.abs(endTime - (end - start))).toBeLessThan(0.05);
  });
});
