import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FormatContext, Packet } from 'node-av/lib';
import { describe, expect, it } from 'vitest';
import { message } from '../../../src/contract/message.ts';
import type { MediaConsumer } from '../../../src/media/frames.ts';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { probe } from '../../../src/media/probe.ts';
import { transcode } from '../../../src/media/transcode/transcode.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { solid } from '../../fixtures/pictures.ts';
import { sine } from '../../fixtures/sounds.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const RATE = 10;

/** A clip with audio and video whose frames differ by second. */
async function clip(name: string, seconds = 3, startTime = 0): Promise<string> {
  const path = join(await tempFolder(), name);
  const pictures = Array.from({ length: seconds * RATE }, (_, i) =>
    solid(96, 64, [60 * (Math.floor(i / RATE) % 4), 90, 40]),
  );
  await writeMedia(path, {
    startTime,
    video: { width: 96, height: 64, frameRate: RATE, gop: 5, pictures },
    audio: { sampleRate: 48_000, samples: sine(440, seconds, 48_000) },
  });
  return path;
}

async function analyze(path: string) {
  const times: number[] = [];
  let samples = 0;
  const consumer: MediaConsumer = {
    needs: { luma: true, audio: true },
    onLuma: (frame) => void times.push(frame.time),
    onAudio(chunk) {
      samples += chunk.samples.length;
    },
  };
  const summary = await runMediaPass(path, [consumer]);
  const gaps = times.slice(1).map((time, i) => time - times[i]!);
  return { times, maxGap: Math.max(0, ...gaps), audioSeconds: samples / 16_000, summary };
}

/** Copies the packets of a file to a new one, changed by `adjust`; timestamps are in milliseconds (Matroska). */
async function remux(source: string, target: string, adjust: (packet: Packet) => void): Promise<void> {
  const input = new FormatContext();
  await input.openInput(source);
  const output = new FormatContext();
  output.allocOutputContext2(null, null, target);
  for (const stream of input.streams) {
    const copy = output.newStream(null);
    stream.codecpar.copy(copy.codecpar);
    copy.timeBase = stream.timeBase;
  }
  await output.openOutput();
  await output.writeHeader();
  const packet = new Packet();
  packet.alloc();
  while ((await input.readFrame(packet)) >= 0) {
    adjust(packet);
    await output.interleavedWriteFrame(packet);
    packet.unref();
  }
  await output.writeTrailer();
  await output.closeOutput();
  output.freeContext();
  input.closeInputSync();
  packet.free();
}

/** Sets a bit of the PTS (bit 29, i.e. 1.7 h) in a PES header of the video stream, near the given share of the file. */
function damagePts(bytes: Buffer, share: number): Buffer {
  const damaged = Buffer.from(bytes);
  const from = Math.floor((damaged.length * share) / 188) * 188;
  for (let at = from; at < damaged.length; at += 188) {
    const start = damaged.indexOf(Buffer.from([0, 0, 1, 0xe0]), at);
    if (start < 0 || start > at + 180) continue;
    // ISO/IEC 13818-1, 2.4.3.7: the PTS starts at byte 9 of the PES header.
    damaged[start + 9]! ^= 0x04;
    return damaged;
  }
  throw new Error('no PES header');
}

describe('timestamps', () => {
  it.each([0, 0.5, 0.9])('ignores a damaged timestamp at %d of a transport stream in the duration', async (share) => {
    const path = await clip('clip.ts');
    await writeFile(path, damagePts(await readFile(path), share));
    const { duration } = await probe(path);
    expect(duration).toBeGreaterThan(2.5);
    expect(duration).toBeLessThan(4);
    const { summary, audioSeconds, times } = await analyze(path);
    expect(summary.endTime).toBeGreaterThan(2.8);
    expect(summary.endTime).toBeLessThan(3.5);
    expect(audioSeconds).toBeLessThan(3.5);
    expect(times.length).toBeGreaterThanOrEqual(29);
  });

  it('analyzes concatenated transport streams completely and in sync', async () => {
    const path = await clip('clip.ts');
    const bytes = await readFile(path);
    await writeFile(path, Buffer.concat([bytes, bytes, bytes]));
    expect((await probe(path)).duration).toBeCloseTo(9, 0);
    const { summary, times, maxGap, audioSeconds } = await analyze(path);
    expect(times).toHaveLength(90);
    expect(summary.endTime).toBeGreaterThan(8.8);
    expect(summary.endTime).toBeLessThan(9.6);
    expect(maxGap).toBeLessThan(0.3);
    expect(audioSeconds).toBeCloseTo(9, 0);
    expect(summary.warnings).toMatchObject([
      { message: expect.stringMatching(/not continuous: 2 jumps/), text: message('warning.timestamps', { count: 2 }) },
    ]);
  });

  extendedTest('cuts a clip after a jump at the analyzed range, and converts the whole file', async () => {
    const path = await clip('clip.ts', 4);
    const bytes = await readFile(path);
    await writeFile(path, Buffer.concat([bytes, bytes, bytes]));
    const target = `${path}.mp4`;
    await transcode(path, { target, range: { start: 6, end: 8 } });
    expect((await analyze(target)).summary.endTime).toBeCloseTo(2, 1);
    await transcode(path, { target, copyVideo: true });
    const copy = await analyze(target);
    expect(copy.summary.endTime).toBeCloseTo(12, 0);
    // One frame may coincide with the last one before a jump.
    expect(Math.abs(copy.times.length - 120)).toBeLessThanOrEqual(2);
  });

  it.each(['clip.mkv', 'clip.ts', 'clip.mp4'])('subtracts a start time far from zero: %s', async (name) => {
    const start = name === 'clip.mkv' ? 1.7e9 : 5000;
    const path = await clip(name, 3, start);
    expect((await probe(path)).duration).toBeCloseTo(3, 0);
    const { summary, times } = await analyze(path);
    expect(summary.endTime).toBeCloseTo(3, 0);
    expect(times[0]).toBeLessThan(0.2);
    expect(summary.warnings).toEqual([]);
  });

  it('unwraps the 33-bit clock of a transport stream', async () => {
    const path = await clip('clip.ts', 3, 2 ** 33 / 90_000 - 3);
    const { summary, times, maxGap } = await analyze(path);
    expect(times).toHaveLength(30);
    expect(maxGap).toBeLessThan(0.15);
    expect(summary.endTime).toBeCloseTo(3, 0);
  });

  it('limits the total of filled gaps: two blocks of audio 40,000 s apart', { timeout: 20_000 }, async () => {
    const source = join(await tempFolder(), 'blocks.mkv');
    await writeMedia(source, { audio: { sampleRate: 16_000, samples: sine(440, 0.6, 16_000), codec: 'flac' } });
    const path = `${source}.gap.mkv`;
    await remux(source, path, (packet) => {
      if (packet.pts > 200n) for (const stamp of ['pts', 'dts'] as const) packet[stamp] += 40_000_000n;
    });
    expect((await probe(path)).duration).toBeLessThan(10);
    let samples = 0;
    const consumer: MediaConsumer = {
      needs: { audio: true },
      onAudio(chunk) {
        samples += chunk.samples.length;
      },
    };
    const { endTime, warnings } = await runMediaPass(path, [consumer]);
    expect(samples / 16_000).toBeCloseTo(0.6, 1);
    expect(endTime).toBeCloseTo(0.6, 1);
    expect(warnings).toMatchObject([{ message: expect.stringMatching(/not continuous/) }]);
  });

  it('keeps a gap of ten minutes in a file with reliable timestamps', async () => {
    const path = join(await tempFolder(), 'pause.mkv');
    const pictures = [0, 0.1, 0.2, 600, 600.1].map((time) => ({ ...solid(96, 64, [90, 90, 40]), time }));
    await writeMedia(path, { video: { width: 96, height: 64, frameRate: RATE, pictures } });
    const { summary, times } = await analyze(path);
    expect(times.at(-1)).toBeCloseTo(600.1, 2);
    expect(summary).toMatchObject({ jumps: 0, warnings: [] });
  });
});
