import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Dictionary, FormatContext, Packet } from 'node-av/lib';
import { describe, expect, it } from 'vitest';
import { runMediaPass } from '../../src/media/media-pass.ts';
import { probe } from '../../src/media/probe.ts';
import { type AudioSpec, type VideoSpec, writeMedia } from '../fixtures/media.ts';
import { repeat, solid } from '../fixtures/pictures.ts';
import { sine } from '../fixtures/sounds.ts';
import { tempFolder } from '../fixtures/temp.ts';

const RATE = 48_000;
const SECONDS = 3;

interface Part {
  video?: Partial<VideoSpec>;
  audio?: Partial<AudioSpec>;
  /** Times that the video is in it; default 1. */
  videos?: number;
  /** First PID of the streams; seconds at which they begin. */
  pid?: string;
  start?: number;
}

/** Joins transport streams byte by byte, as recorders do at a change. */
async function broadcast(...parts: Part[]): Promise<string> {
  const folder = await tempFolder();
  const written: Buffer[] = [];
  for (const [i, { video = {}, audio = {}, pid = '0x100', videos = 1, start = i * SECONDS }] of parts.entries()) {
    const { width = 96, height = 64 } = video;
    const source = join(folder, `${i}.ts`);
    const pictures = repeat(solid(width, height, [60 * i, 90, 40]), SECONDS * 10);
    await writeMedia(source, {
      startTime: start,
      video: { width, height, frameRate: 10, gop: 5, pictures, ...video },
      audio: { sampleRate: RATE, samples: sine(440, SECONDS, RATE, 0.4), codec: 'libmp3lame', ...audio },
    });
    written.push(await renumbered(source, join(folder, `${i}-pid.ts`), { pid, videos }));
  }
  const path = join(folder, 'broadcast.ts');
  await writeFile(path, Buffer.concat(written));
  return path;
}

/** Copies a transport stream to other PIDs, with its video once, twice, or not. */
async function renumbered(
  source: string,
  target: string,
  { pid, videos }: { pid: string; videos: number },
): Promise<Buffer> {
  const input = new FormatContext();
  await input.openInput(source);
  await input.findStreamInfo(null);
  const output = new FormatContext();
  output.allocOutputContext2(null, 'mpegts', target);
  const copies = input.streams.map((stream) =>
    Array.from({ length: stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO ? videos : 1 }, () => {
      const copy = output.newStream(null);
      stream.codecpar.copy(copy.codecpar);
      copy.timeBase = stream.timeBase;
      return copy.index;
    }),
  );
  await output.openOutput();
  await output.writeHeader(Dictionary.fromObject({ mpegts_start_pid: pid, mpegts_copyts: 1 }));
  const packet = new Packet();
  packet.alloc();
  while ((await input.readFrame(packet)) >= 0) {
    for (const index of copies[packet.streamIndex]!) {
      const copy = packet.clone()!;
      copy.streamIndex = index;
      await output.interleavedWriteFrame(copy);
      copy.free();
    }
    packet.unref();
  }
  await output.writeTrailer();
  await output.closeOutput();
  output.freeContext();
  input.closeInputSync();
  packet.free();
  return readFile(target);
}

async function analyze(path: string) {
  const times: number[] = [];
  const levels: number[] = [];
  let samples = 0;
  const summary = await runMediaPass(path, [
    {
      needs: { luma: true, audio: true },
      onLuma: (frame) => void times.push(frame.time),
      onAudio(chunk) {
        for (const sample of chunk.samples) {
          const second = Math.floor(samples++ / 16_000);
          levels[second] = Math.max(levels[second] ?? 0, Math.abs(sample));
        }
      },
    },
  ]);
  return { summary, last: times.at(-1)!, frames: times.length, levels, seconds: samples / 16_000 };
}

describe('a broadcast that changes midway', () => {
  it.each([
    ['its PIDs', [{}, { pid: '0x200' }]],
    ['its PIDs and its clock', [{}, { pid: '0x200', start: 0 }]],
    ['its PIDs, and back', [{}, { pid: '0x200' }, {}]],
    ['its size', [{}, { video: { width: 160, height: 90 } }]],
    ['its size with its PIDs', [{}, { video: { width: 160, height: 90 }, pid: '0x200' }]],
    [
      'its video codec',
      [
        {},
        { video: { codec: 'mpeg2video', frameRate: 25, pictures: repeat(solid(96, 64, [9, 90, 40]), SECONDS * 25) } },
      ],
    ],
    ['its sample rate', [{}, { audio: { sampleRate: 32_000, samples: sine(440, SECONDS, 32_000, 0.4) } }]],
    ['its channels', [{}, { audio: { channels: 2 } }]],
    ['its audio codec', [{}, { audio: { codec: 'aac' } }]],
  ] satisfies [string, Part[]][])('is analyzed to its end: %s', async (_, parts) => {
    const path = await broadcast(...(parts as Part[]));
    const { summary, last, levels } = await analyze(path);
    const end = parts.length * SECONDS;
    expect(last).toBeGreaterThan(end - 0.5);
    expect(summary.endTime).toBeCloseTo(end, 0);
    expect(levels.slice(0, end).every((level) => level > 0.2)).toBe(true);
    expect((await probe(path)).duration).toBeCloseTo(end, 0);
    const keys = summary.warnings.map(({ text }) => text?.key);
    expect(keys.filter((key) => key !== 'warning.timestamps')).toEqual([]);
  });

  it('names the end of what is lost', async () => {
    const { summary, frames } = await analyze(await broadcast({}, { videos: 0, pid: '0x101' }));
    expect(frames).toBeGreaterThan(25);
    expect(summary.endTime).toBeCloseTo(2 * SECONDS, 0);
    expect(summary.warnings.map(({ text }) => text?.key)).toEqual(['warning.video-ends']);
  });

  it('does not fail where sound takes the PID of the video', async () => {
    const { summary, frames } = await analyze(await broadcast({}, { videos: 0 }));
    expect(frames).toBeGreaterThan(25);
    expect(summary.warnings.map(({ text }) => text?.key)).toContain('warning.damaged');
  });

  it('does not mix up two videos at the same time', async () => {
    const { summary, frames } = await analyze(await broadcast({ videos: 2 }));
    expect(frames).toBe(SECONDS * 10);
    expect(summary.warnings.map(({ text }) => text?.key)).toEqual(['warning.video-unseen']);
  });
});
