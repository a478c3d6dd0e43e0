import { errorText, sentence } from '../../core/texts/sentence.ts';
import { AUDIO_SAMPLE_RATE } from '../../media/frames.ts';
import { engineIdOf } from '../../models/engine.ts';
import { bundledSounds, type SoundEngine } from '../../models/sounds/index.ts';
import { bundledVad, sharedVad } from '../../models/vad/index.ts';
import type { AnalysisModule, ModuleContext } from '../module.ts';
import { withContributor } from '../shared/vision/vision-client.ts';
import { SoundEvidence } from './named-sounds.ts';
import { soundRanges } from './ranges.ts';
import { FRAME_SECONDS, Recording } from './recording.ts';
import { namedSegments, toSegments } from './segments.ts';

const ENGINE = withContributor(bundledVad.info, engineIdOf(bundledSounds.info));

/**
 * Speech, music or noise, and silence: ranges that cover the sound from its start to its end; and named sounds, such as
 * applause, which overlap them.
 */
export const audioevents: AnalysisModule = {
  name: 'audioevents',
  input: 'audio',
  engine: async () => ENGINE,
  async availability() {
    const [vad, sounds] = [await bundledVad.availability(), await bundledSounds.availability()];
    return vad.available && !sounds.available ? { available: true, missing: sounds } : vad;
  },
  async start(context) {
    const { info, stream, dispose } = await (context.vad ?? sharedVad()).join(bundledVad);
    const recognizer = await openRecognizer(context);
    const named = recognizer && { stream: recognizer.stream(), evidence: new SoundEvidence(recognizer.classes) };
    const recording = new Recording();
    let samples = 0;
    return {
      engine: named ? ENGINE : info,
      needs: { audio: true },
      async onAudio(chunk) {
        samples += chunk.samples.length;
        recording.addSamples(chunk.samples);
        recording.addSpeech(await stream.push(chunk.samples, context.signal));
        named?.evidence.add(await named.stream.push(chunk.samples, context.signal));
      },
      async finish() {
        recording.flush();
        recording.addSpeech(await stream.flush());
        named?.evidence.add(await named.stream.flush());
        const { frames } = recording;
        const duration = samples / AUDIO_SAMPLE_RATE;
        const ranges = soundRanges(frames);
        const silences = ranges
          .filter(({ sound }) => sound === 'silence')
          .map(({ start, end }) => ({ start: start * FRAME_SECONDS, end: end * FRAME_SECONDS }));
        const sounds = named?.evidence.sounds(duration, silences) ?? [];
        return [...toSegments(ranges, frames, duration), ...namedSegments(sounds, frames)].sort(
          (a, b) => a.start_time - b.start_time,
        );
      },
      async dispose() {
        await recognizer?.dispose();
        await dispose();
      },
    };
  },
};

/** The recognizer of named sounds; null, with a warning, if it can't run here. */
async function openRecognizer(context: ModuleContext): Promise<SoundEngine | null> {
  try {
    return await bundledSounds.load();
  } catch (thrown) {
    context.warn(sentence('warning.no-named-sounds', { reason: errorText(thrown) }));
    return null;
  }
}
