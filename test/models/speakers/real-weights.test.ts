import { describe, expect, it, onTestFinished } from 'vitest';
import { speakerEngine } from '../../../src/models/speakers/index.ts';
import { bundledVad } from '../../../src/models/vad/index.ts';
import { Diarizer } from '../../../src/modules/transcription/speakers/diarizer.ts';
import { diarizationError } from '../../fixtures/diarization-error.ts';
import { availableVoices, conversation, shifted } from '../../fixtures/real-voices.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const RECORDINGS = process.env['REELSCOPE_BENCH_SPEECH'];
const RATE = 16_000;
const why = RECORDINGS ? '' : ' (skipped: REELSCOPE_BENCH_SPEECH is not set)';

describe.skipIf(why !== '')(`speakers of human speech${why}`, () => {
  it('distinguishes three voices of one text', { timeout: 600_000 }, async () => {
    const [reading] = (await availableVoices(RECORDINGS)).filter(({ name }) => !/^(flite|espeak)/.test(name));
    const mix = conversation([reading!, shifted(reading!, 0.8), shifted(reading!, 1.25)], 40, 1);
    const engine = await (await speakerEngine(await tempFolder())).load();
    onTestFinished(() => engine.dispose());
    const vad = await bundledVad.load();
    const { signal } = new AbortController();
    const diarizer = new Diarizer({ engine, vad: vad.stream(), count: null, signal });
    for (let at = 0; at < mix.samples.length; at += RATE) await diarizer.listen(mix.samples.subarray(at, at + RATE));
    const { turns, speakers } = await diarizer.finish();
    await vad.dispose();
    expect(speakers).toHaveLength(3);
    expect(diarizationError(mix.turns, turns).confusion).toBeLessThan(0.05);
  });
});

describe('diarizationError', () => {
  const reference = [
    { start: 0, end: 10, speaker: 0 },
    { start: 10, end: 20, speaker: 1 },
  ];

  it('is 0 for the same turns under other labels, and around boundaries', () => {
    const found = [
      { start: 0.2, end: 10.2, speaker: 7 },
      { start: 10.2, end: 19.8, speaker: 3 },
    ];
    expect(diarizationError(reference, found)).toEqual({ missed: 0, falseAlarm: 0, confusion: 0, total: 0 });
  });

  it('counts missed speech, false alarms, and confusion in shares of scored speech', () => {
    // 9.5 s of each turn are scored.
    const found = [
      { start: 0, end: 10, speaker: 0 },
      { start: 10, end: 12, speaker: 0 },
      { start: 12, end: 18, speaker: 1 },
      { start: 25, end: 26, speaker: 1 },
    ];
    const { missed, falseAlarm, confusion, total } = diarizationError(reference, found);
    expect(missed).toBeCloseTo(1.75 / 19);
    expect(falseAlarm).toBeCloseTo(1 / 19);
    expect(confusion).toBeCloseTo(1.75 / 19);
    expect(total).toBeCloseTo(4.5 / 19);
  });

  it('counts all but one of the people who speak at once as missed', () => {
    const both = [...reference, { start: 12, end: 14, speaker: 0 }];
    // 9.5 s of the first turn are scored, 8.5 s of the second, and 1.5 s of both at once.
    const { missed, total } = diarizationError(both, reference);
    expect([missed, total]).toEqual([1.5 / 19.5, 1.5 / 19.5]);
  });

  it('maps each label to one speaker', () => {
    const found = [{ start: 0, end: 20, speaker: 0 }];
    expect(diarizationError(reference, found).confusion).toBeCloseTo(0.5);
  });
});
