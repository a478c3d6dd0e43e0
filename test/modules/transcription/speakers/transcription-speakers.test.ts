import { expect, it } from 'vitest';
import { BUNDLED_ENGINES } from '../../../../src/contract/system/engine-settings.ts';
import type { SpeakerEngine } from '../../../../src/models/speakers/index.ts';
import { transcription } from '../../../../src/modules/transcription/module.ts';
import { moduleContext } from '../../../fixtures/module-context.ts';
import { loudSpeech, toneSpeakers, toneVoices } from '../../../fixtures/voices.ts';
import { feed } from '../run-transcription.ts';
import { evenWords, scriptedEngine } from '../scripted-engine.ts';

async function analyze(speakers: SpeakerEngine | null) {
  const factory = <Engine extends { info: { id: string; version: string } }>(engine: Engine) => ({
    info: engine.info,
    availability: async () => ({ available: true as const }),
    load: async () => engine,
  });
  const engine = scriptedEngine((seconds) => ({ words: evenWords(seconds) }));
  const module = transcription(BUNDLED_ENGINES, {
    chooseModel: async () => ({ id: 'scripted', file: '', kind: 'whisper', multilingual: true }),
    load: async () => engine,
    vad: factory(loudSpeech()),
    speakers: async () => speakers && factory(speakers),
  });
  const warnings: string[] = [];
  const context = moduleContext(['transcription'], { isAudioOnly: true });
  const run = await module.start({ ...context, warn: ({ message }) => void warnings.push(message) });
  try {
    await feed(
      run,
      toneVoices([
        [300, 8],
        [null, 0.6],
        [900, 8],
      ]),
    );
    return { segments: await run.finish(), run, warnings };
  } finally {
    await run.dispose();
  }
}

it('transcribes with speakers, and returns their voices', async () => {
  const { segments, run } = await analyze(toneSpeakers());
  for (const { start_time, data } of segments) expect(data?.speaker).toBe(start_time < 8.2 ? 'S1' : 'S2');
  expect(new Set(segments.map(({ data }) => data?.speaker_id))).toEqual(new Set(['S1', 'S2']));
  expect(run.speakers).toMatchObject({ engine: 'tones@1', minSimilarity: 0.9 });
  expect(run.speakers!.speakers.map(({ label }) => label)).toEqual(['S1', 'S2']);
});

it('transcribes without an installed speaker model', async () => {
  const { segments, run, warnings } = await analyze(null);
  expect(segments.length).toBeGreaterThan(1);
  expect(segments.every(({ data }) => data?.speaker === undefined)).toBe(true);
  expect([run.speakers, warnings]).toEqual([undefined, []]);
});

it('keeps the transcript when speakers fail, with a warning', async () => {
  const { segments, warnings } = await analyze(toneSpeakers({ fails: new Error('no memory') }));
  expect(segments.length).toBeGreaterThan(1);
  expect(warnings).toEqual([expect.stringContaining('Speakers could not be distinguished')]);
});
