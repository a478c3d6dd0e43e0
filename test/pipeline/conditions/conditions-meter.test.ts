import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fromRuns } from '../../../src/base/runs.ts';
import type { MediaConsumer, MediaInfo } from '../../../src/media/frames.ts';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { sharpnessOf } from '../../../src/media/sharpness.ts';
import { sharedVad } from '../../../src/models/vad/shared.ts';
import { createConditionsMeter } from '../../../src/pipeline/conditions/conditions-meter.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { grain, repeat, solid } from '../../fixtures/pictures.ts';
import { concat, silence, sine } from '../../fixtures/sounds.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const RATE = 16_000;
const signal = new AbortController().signal;

async function conditionsOf(others: readonly MediaConsumer[]) {
  const path = join(await tempFolder(), 'clip.mkv');
  const pictures = [
    ...repeat(solid(160, 90, [5, 5, 5]), 10),
    ...repeat(grain(160, 90, 1), 10),
    ...repeat(solid(160, 90, [250, 250, 250]), 10),
  ];
  await writeMedia(path, {
    video: { width: 160, height: 90, frameRate: 10, pictures },
    audio: { sampleRate: RATE, codec: 'flac', samples: concat(silence(1.1, RATE), sine(300, 1.9, RATE, 0.1)) },
  });
  const media = { video: {}, audio: {} } as MediaInfo;
  const meter = await createConditionsMeter({ media, others, vad: sharedVad(), signal });
  const { isIntact } = await runMediaPass(path, [...others, meter.consumer]);
  await meter.dispose();
  return meter.result(isIntact);
}

test('light, sharpness, and sound are measured for each second of the pass', async () => {
  const stills: number[] = [];
  const looker: MediaConsumer = {
    needs: { stills: { intervalSeconds: 0.5, maxSide: 160 }, audio: true },
    onStill: ({ width }) => void stills.push(width),
    onAudio() {},
  };
  const { picture, sound, isIntact } = await conditionsOf([looker]);
  expect(isIntact).toBe(true);
  expect(fromRuns(picture!.frames)).toEqual([10, 10, 10]);
  const [dark, , bright] = fromRuns(picture!.brightness);
  expect(dark).toBeLessThan(30);
  expect(bright).toBeGreaterThan(200);
  const [none, sharp] = fromRuns(picture!.sharpness);
  expect(none).toBe(0);
  expect(sharp).toBeGreaterThan(60);
  const [quiet, loud] = fromRuns(sound!.level);
  expect(quiet).toBeLessThan(-80);
  expect(loud).toBeGreaterThan(-30);
  expect(Math.max(...fromRuns(sound!.speech))).toBeLessThan(50);
  // Stills keep the size and the number that the others need.
  expect(stills.every((width) => width === 160)).toBe(true);
  expect(stills.length).toBeLessThan(10);
});

test('without others that look or listen, no still is made and no speech detected', async () => {
  const { picture, sound } = await conditionsOf([]);
  expect(new Set(fromRuns(picture!.sharpness))).toEqual(new Set([-1]));
  expect(sound).toBeUndefined();
});

test('a blurred picture is less sharp than the same in focus', () => {
  const edges = (width: number) => {
    const rgb = new Uint8Array(160 * 90 * 3);
    for (let i = 0; i < 160 * 90; i++) {
      const distance = Math.abs(20 - ((i % 160) % 40));
      const light = Math.min(1, Math.max(0, (distance - 10) / width + 0.5));
      rgb.fill(Math.round(255 * light), i * 3, i * 3 + 3);
    }
    return sharpnessOf({ time: 0, width: 160, height: 90, rgb });
  };
  expect(edges(1)).toBeGreaterThan(edges(8) + 0.2);
  expect(edges(8)).toBeGreaterThan(edges(20));
});
