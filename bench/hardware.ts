import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDevices } from '../src/media/hardware/device.ts';
import { chooseDevice } from '../src/media/hardware/self-test.ts';
import { runMediaPass } from '../src/media/media-pass.ts';
import { writeMedia } from '../test/fixtures/media.ts';
import { percentile, type Report } from './report.ts';
import { BUSY_RATE, busyPictures } from './support/busy-pictures.ts';

export const name = 'hardware: decoding by the devices of this machine, beside the processor';

const ROUNDS = 3;
const SECONDS = 20;
const CLIPS = [
  ['H.264, 1080p', 'libx264', 'yuv420p', 1920, 1080],
  ['HEVC, 1080p, 10 bits', 'libx265', 'yuv420p10le', 1920, 1080],
] as const;

/** For a machine with a graphics processor: the self-test, and a pass over the whole video, of each of its devices. */
export async function run(report: Report): Promise<void> {
  const devices = openDevices();
  const names = devices.map((device) => device.name);
  for (const device of devices) device.close();
  report.figure('devices', names.join(', ') || 'none');
  if (names.length === 0) return;
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    for (const [label, codec, pixelFormat, width, height] of CLIPS) {
      const path = join(folder, 'clip.mp4');
      const pictures = busyPictures(width, height, SECONDS, 3);
      await writeMedia(path, { video: { width, height, frameRate: BUSY_RATE, pictures, codec, pixelFormat, crf: 23 } });
      for (const device of names) {
        const only = () => openDevices().filter((each) => each.name === device || void each.close());
        const { decoding, device: chosen } = await chooseDevice(path, { devices: only });
        chosen?.close();
        report.figure(`${label}, ${device}: self-test`, `${decoding.reason}, ${decoding.speedup ?? '-'} x`);
        if (decoding.reason !== 'chosen') continue;
        const [alone, byDevice]: [number[], number[]] = [[], []];
        for (let round = 0; round < ROUNDS; round++) {
          alone.push(await passSeconds(path));
          byDevice.push(await passSeconds(path, only));
        }
        const ratio = percentile(byDevice, 0.5) / percentile(alone, 0.5);
        report.figure('  whole pass, relative to the processor', ratio.toFixed(2), '< 1');
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Seconds of a pass that takes every frame and does nothing with it. */
async function passSeconds(path: string, devices?: () => ReturnType<typeof openDevices>): Promise<number> {
  const started = performance.now();
  const consumer = { needs: { luma: true }, onLuma: () => false };
  await runMediaPass(path, [consumer], devices && { hardware: { devices } });
  return (performance.now() - started) / 1000;
}
