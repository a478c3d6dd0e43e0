import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TrackChoice } from '../../../src/contract/library/tracks.ts';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { joinParts } from '../../../src/media/transcode/join.ts';
import { transcode } from '../../../src/media/transcode/transcode.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { repeat, solid } from '../../fixtures/pictures.ts';
import { concat, silence, sine } from '../../fixtures/sounds.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const RATE = 48_000;

/** Silence, then two microphones that speak in turn: 440 Hz in the first second, 1000 Hz in the second one. */
async function interview(): Promise<string> {
  const path = join(await tempFolder(), 'interview.mov');
  const sounds = [
    silence(2, RATE),
    concat(sine(440, 1, RATE, 0.4), silence(1, RATE)),
    concat(silence(1, RATE), sine(1000, 1, RATE, 0.4)),
  ];
  await writeMedia(path, {
    video: { width: 96, height: 64, frameRate: 10, pictures: repeat(solid(96, 64, [30, 120, 30]), 20) },
    audio: sounds.map((samples) => ({ sampleRate: RATE, samples, codec: 'pcm_s16le' })),
  });
  return path;
}

/** Loudest sample of each second; mono becomes stereo 3 dB lower. */
async function levelsOf(path: string): Promise<number[]> {
  const levels: number[] = [];
  let count = 0;
  const onAudio = ({ samples }: { samples: Float32Array }) => {
    for (const sample of samples) {
      const second = Math.floor(count++ / 16_000);
      levels[second] = Math.max(levels[second] ?? 0, Math.abs(sample));
    }
  };
  await runMediaPass(path, [{ needs: { audio: true }, onAudio }]);
  return levels.slice(0, 2).map((level) => Math.round(level * 10) / 10);
}

it.each([
  ['the main one', undefined, [0, 0]],
  ['the chosen one', { audio: [2], video: null }, [0.3, 0]],
  ['several, mixed at full level', { audio: [2, 3], video: null }, [0.3, 0.3]],
  ['several beside a silent one', { audio: [1, 2, 3], video: 1 }, [0.3, 0.3]],
] satisfies [string, TrackChoice | undefined, number[]][])('writes audio tracks: %s', async (_, tracks, levels) => {
  const [path, folder] = [await interview(), await tempFolder()];
  const target = join(folder, 'copy.mp4');
  await transcode(path, { target, tracks });
  expect(await levelsOf(target)).toEqual(levels);
  const joined = join(folder, 'joined.mp4');
  await joinParts([{ path, range: { start: 0, end: 2 }, tracks }], { target: joined, canvas: null });
  expect(await levelsOf(joined)).toEqual(levels);
});
