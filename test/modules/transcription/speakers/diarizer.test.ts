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
    for (const [i, { seconds }] of speakers.entries()) expect(Math.abs(seconds - [13, 5, 6][i]!)).toBeLessThan(0.7);
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

it('begins a turn a little before its first certain sound, and ends it after the last', async () => {
  const { turns } = await diarize([
    [null, 1],
    [300, 4],
    [null, 2],
    [900, 4],
    [null, 1],
  ]);
  const expected = [0.8, 5.2, 6.8, 11.2];
  for (const [i, time] of turns.flatMap(({ start, end }) => [start, end]).entries())
    expect(Math.abs(time - expected[i]!)).toBeLessThan(0.1);
});

it('stops when it is canceled', async () => {
  const abort = new AbortController();
  const vad = loudSpeech().stream();
  const diarizer = new Diarizer({ engine: toneSpeakers(), vad, count: null, signal: abort.signal });
  abort.abort();
  await expect(diarizer.listen(toneVoices([[300, 1]]))).rejects.toThrow(CanceledError);
});
