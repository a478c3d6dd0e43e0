import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import { isNamedSound } from '../../../src/core/labels/sound-labels.ts';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { audioevents } from '../../../src/modules/audioevents/module.ts';
import { EXTENDED, extendedTest, WHOLE } from '../../fixtures/extended.ts';
import { moduleContext } from '../../fixtures/module-context.ts';
import { shareRight, soundMix, type Truth } from '../../fixtures/sound-mix.ts';
import { concat, music, pinkNoise, type Sound, silence, sine } from '../../fixtures/sounds.ts';
import { speechLike } from '../../fixtures/speech.ts';

const RATE = 16_000;
const JFK = join(import.meta.dirname, '../../../../shared/media/jfk.flac');

async function listen(sound: Sound, chunk = 5000): Promise<SegmentDraft[]> {
  const run = await audioevents.start(moduleContext(['audioevents']));
  for (let at = 0; at < sound.length; at += chunk) {
    await run.onAudio!({ time: at / RATE, samples: sound.subarray(at, at + chunk) });
  }
  const segments = await run.finish();
  await run.dispose();
  return segments;
}

/** Speech, music or noise, and silence alone. */
const cover = async (sound: Sound, chunk?: number) =>
  (await listen(sound, chunk)).filter((segment) => !isNamedSound(segment));

const asRanges = (segments: SegmentDraft[]) =>
  segments.map(({ start_time, end_time, data }) => ({
    start: start_time,
    end: end_time,
    sound: (data!.label === 'music or noise' ? 'other' : data!.label) as Truth,
  }));

test('classifies speech, music or noise, and silence, without gaps', async () => {
  const { samples, truth } = soundMix();
  const segments = await cover(samples);
  expect(shareRight(truth, asRanges(segments))).toBeGreaterThan(0.95);
  expect(segments[0]!.start_time).toBe(0);
  expect(segments.at(-1)!.end_time).toBeCloseTo(samples.length / RATE, 3);
  for (const [index, segment] of segments.slice(1).entries()) {
    expect(segment.start_time).toBe(segments[index]!.end_time);
    expect(segment.content).not.toBe(segments[index]!.content);
  }
});

test.runIf(EXTENDED && existsSync(JFK))('classifies real speech in the same mix', WHOLE, async () => {
  const chunks: Sound[] = [];
  const collect = (samples: Sound) => void chunks.push(samples.slice());
  await runMediaPass(JFK, [{ needs: { audio: true }, onAudio: (chunk) => collect(chunk.samples) }]);
  const voice = concat(...chunks);
  // At full scale like the synthetic voice; the mix adds quiet and masked passages.
  const peak = voice.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const { samples, truth } = soundMix(voice.map((sample) => sample / peak));
  expect(shareRight(truth, asRanges(await cover(samples)))).toBeGreaterThan(0.92);
});

test('locates boundaries to a tenth of a second', async () => {
  const sound = concat(silence(1.5, RATE), music(3, RATE), silence(2, RATE), speechLike(3, RATE, 1), silence(1, RATE));
  const segments = await cover(sound);
  expect(segments.map(({ content }) => content)).toEqual(['Silence', 'Music or noise', 'Silence', 'Speech', 'Silence']);
  for (const [index, end] of [1.5, 4.5, 6.5, 9.5, 10.5].entries()) {
    expect(Math.abs(segments[index]!.end_time - end)).toBeLessThanOrEqual(0.1);
  }
});

test('names the type of clear sounds', async () => {
  const kinds = async (sound: Sound) => (await cover(sound)).map(({ content, data }) => [content, data!.kind]);
  expect(await kinds(music(5, RATE))).toEqual([['Music or noise', 'music']]);
  expect(await kinds(pinkNoise(5, RATE, 1))).toEqual([['Music or noise', 'noise']]);
  expect(await kinds(sine(120, 6, RATE))).toEqual([['Music or noise', 'noise']]);
});

test('keeps a pause with room tone as speech, and a gap from an edit as silence', async () => {
  const talk = (seed: number) => speechLike(3, RATE, seed);
  const roomed = await cover(concat(talk(1), pinkNoise(1, RATE, 1, 0.004), talk(2)));
  expect(roomed.map(({ content }) => content)).toEqual(['Speech']);
  const edited = await cover(concat(talk(1), silence(1, RATE), talk(2)));
  expect(edited.map(({ content }) => content)).toEqual(['Speech', 'Silence', 'Speech']);
});

test('treats quiet hiss as the silence of its recording', async () => {
  const segments = await cover(concat(speechLike(4, RATE, 1), pinkNoise(4, RATE, 2, 0.005)));
  expect(segments.map(({ content }) => content)).toEqual(['Speech', 'Silence']);
});

test('names a siren over the range that it overlaps', async () => {
  let phase = 0;
  const siren = Float32Array.from({ length: 4 * RATE }, (_, i) => {
    const rise = 1 - Math.abs((((0.7 * i) / RATE) % 1) * 2 - 1);
    phase += (2 * Math.PI * (600 + 750 * rise)) / RATE;
    return 0.3 * Math.sin(phase) + 0.1 * Math.sin(2 * phase);
  });
  const named = (await listen(concat(silence(2, RATE), siren, silence(2, RATE)))).filter(isNamedSound);
  expect(named).toMatchObject([{ content: 'Siren', data: { label: 'siren', group: 'vehicles' } }]);
  expect(Math.abs(named[0]!.start_time - 2)).toBeLessThan(0.7);
  expect(Math.abs(named[0]!.end_time - 6)).toBeLessThan(0.7);
});

test('handles missing and very short audio', async () => {
  expect(await listen(new Float32Array())).toEqual([]);
  expect(await listen(silence(0.01, RATE))).toMatchObject([{ content: 'Silence', start_time: 0, end_time: 0.01 }]);
});

extendedTest('returns the same result for chunks of any size', async () => {
  const sound = concat(silence(1, RATE), speechLike(2, RATE, 1), music(2, RATE));
  expect(await listen(sound, 333)).toEqual(await listen(sound, 40_000));
});
