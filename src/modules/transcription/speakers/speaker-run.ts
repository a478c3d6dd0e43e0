import { throwIfAborted } from '../../../base/abort.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import { errorText, sentence } from '../../../core/texts/sentence.ts';
import { type EngineFactory, engineIdOf } from '../../../models/engine.ts';
import type { SpeakerEngine } from '../../../models/speakers/index.ts';
import type { SharedVad } from '../../../models/vad/index.ts';
import type { ModuleContext, SpeakerFindings } from '../../module.ts';
import { speakerLabel } from './assign.ts';
import { Diarizer } from './diarizer.ts';

/** Distinguishes the speakers of a recording; a failure leaves the transcript without them. */
export async function startSpeakers(
  context: ModuleContext,
  engineFactory: () => Promise<EngineFactory<SpeakerEngine> | null> | null,
  joinVad: () => ReturnType<SharedVad['join']>,
) {
  const factory = await engineFactory();
  if (!factory) return null;
  const engine = await factory.load().catch((error: unknown) => {
    if (!(error instanceof ReelscopeError)) throw error;
    context.warn(sentence('warning.speakers-failed', { reason: errorText(error) }));
    return null;
  });
  if (!engine) return null;
  const vad = await joinVad().catch(async (error: unknown) => {
    await engine.dispose();
    throw error;
  });
  const { speakerCount = null } = context.settings;
  const diarizer = new Diarizer({ engine, vad: vad.stream, count: speakerCount, signal: context.signal });
  let failed = false;
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    if (failed) return null;
    try {
      return await work();
    } catch (error) {
      throwIfAborted(context.signal);
      failed = true;
      context.log.warn('speakers could not be distinguished', { reason: String(error) });
      context.warn(sentence('warning.speakers-failed', { reason: errorText(error) }));
      return null;
    }
  };
  return {
    listen: (samples: Float32Array) => attempt(() => diarizer.listen(samples)),
    async finish() {
      const result = await attempt(() => diarizer.finish());
      if (!result) return null;
      const findings: SpeakerFindings = {
        engine: engineIdOf(engine.info),
        minSimilarity: engine.profile.minVoiceSimilarity,
        speakers: result.speakers.map(({ embedding }, i) => ({ label: speakerLabel(i), embedding })),
      };
      return { turns: result.turns, findings };
    },
    async dispose() {
      await Promise.all([engine.dispose(), vad.dispose()]);
    },
  };
}
