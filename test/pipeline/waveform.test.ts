import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WAVEFORM_FILE } from '../../src/contract/library/waveform.ts';
import { createWaveform } from '../../src/pipeline/waveform.ts';
import { tempFolder } from '../fixtures/temp.ts';

test('stores the loudest sample per 40 ms for any chunks, including the last partial one', async () => {
  const folder = await tempFolder();
  const waveform = createWaveform(folder);
  const samples = new Float32Array(640 * 2 + 10);
  samples[5] = -0.5;
  samples[640] = 1.2;
  samples[1285] = 0.1;
  for (let at = 0; at < samples.length; at += 100) {
    await waveform.onAudio!({ time: at / 16_000, samples: samples.subarray(at, at + 100) });
  }
  await waveform.finish();
  expect([...(await readFile(join(folder, WAVEFORM_FILE)))]).toEqual([128, 255, 26]);
});

test('grows beyond its initial capacity', async () => {
  const folder = await tempFolder();
  const waveform = createWaveform(folder);
  await waveform.onAudio!({ time: 0, samples: new Float32Array(640 * 5000).fill(0.2) });
  await waveform.finish();
  const bytes = await readFile(join(folder, WAVEFORM_FILE));
  expect(bytes).toHaveLength(5000);
  expect(new Set(bytes)).toEqual(new Set([51]));
});
