import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LocalizedText } from '../../src/contract/message.ts';
import { runMediaPass } from '../../src/media/media-pass.ts';
import { sine } from '../fixtures/sounds.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { plainWav, type WavForm } from '../fixtures/wav.ts';

/** Root mean square and duration of a file's decoded audio. */
async function listen(
  path: string,
): Promise<{ loudness: number; seconds: number; warnings: readonly LocalizedText[] }> {
  let sum = 0;
  let count = 0;
  const { warnings } = await runMediaPass(path, [
    {
      needs: { audio: true },
      onAudio({ samples }) {
        for (const value of samples) sum += value * value;
        count += samples.length;
      },
    },
  ]);
  return { loudness: Math.sqrt(sum / count), seconds: count / 16_000, warnings };
}

test.each<[WavForm, number, number]>([
  ['s16', 1, 8_000],
  ['s16', 1, 16_000],
  ['s16', 2, 44_100],
  ['s16', 4, 48_000],
  ['s16', 6, 48_000],
  ['u8', 1, 11_025],
  ['s24', 1, 48_000],
  ['s24', 2, 96_000],
  ['s32', 2, 48_000],
  ['f32', 1, 22_050],
])('decodes plain PCM: %s, %i channels, %i Hz', async (form, channels, rate) => {
  const path = join(await tempFolder(), 'recorder.wav');
  await writeFile(path, plainWav(sine(440, 1.5, rate, 0.5), rate, channels, form));
  const heard = await listen(path);
  expect(heard.warnings).toEqual([]);
  expect(heard.seconds).toBeCloseTo(1.5, 1);
  // A sine of half amplitude has 0.354, also after mixing identical channels.
  expect(heard.loudness).toBeCloseTo(0.354, 1);
});
