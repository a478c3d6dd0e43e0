import { describe, expect, it } from 'vitest';
import { CanceledError } from '../../../../src/base/errors.ts';
import { Diarizer } from '../../../../src/modules/transcription/speakers/diarizer.ts';
import { loudSpeech, toneSpeakers, toneVoices, type VoicePiece } from '../../../fixtures/voices.ts';

async function diarize(pieces: readonly VoicePiece[], options: { count?: number; hasSegmentation?: boolean } = {}) {
  const sound = toneVoices(pieces);
  const { signal } = new AbortController();
  const { count = null, ...engine } = options;
  const diarizer = new Diarizer({ engine: toneSpeakers(engine), vad: loudSpeech().stream(), count, signal });
  for (let at = 0; at < sound.length; at += 4000) await diarizer.listen(sound.subarray(at, at + 4000));
  return diarizer.finish();
}
const TALK: VoicePiece[] = [
  [null, 1],
  [300, 6],
  [null, 0.6],
  [900, 5],
  [300, 7],
  [null, 2],
  [1500, 6],
];
/** Start and speaker of each turn of {@link TALK}. */
const TURNS = [
  [1, 0],
  [7.6, 1],
  [12.6, 0],
  [21.6, 2],
] as const;

describe.each([false, true])('Diarizer, with a segmentation model: %s', (hasSegmentation) => {
  it('finds turns across pauses and without one', async () => {
    const { turns, speakers } = await diarize(TALK, { hasSegmentation });
    expect(turns.map(({ speaker }) => speaker)).toEqual(TURNS.map(([, speaker]) => speaker));
    for (const [i, { start }] of turns.entries()) expect(Math.abs(start - TURNS[i]![0])).toBeLessThan(0.3);
    expect(speakers.map(({ seconds }) => Math.round(seconds))).toEqual([13, 5, 6]);
    for (const { embedding } of speakers) expect(Math.hypot(...embedding)).toBeCloseTo(1);
  });

  it('returns no more speakers than are given', async () => {
    const { speakers } = await diarize(TALK, { hasSegmentation, count: 2 });
    expect(speakers).toHaveLength(2);
  });

  it('finds nobody in silence', async () => {
    expect(await diarize([[null, 12]], { hasSegmentation })).toEqual({ turns: [], speakers: [] });
  });
});

it('stops when it is canceled', async () => {
  const abort = new AbortController();
  const vad = loudSpeech().stream();
  const diarizer = new Diarizer({ engine: toneSpeakers(), vad, count: null, signal: abort.signal });
  abort.abort();
  await expect(diarizer.listen(toneVoices([[300, 1]]))).rejects.toThrow(CanceledError);
});
