import { AUDIO_SAMPLE_RATE } from '../../media/frames.ts';
import { bundledVad, sharedVad } from '../../models/vad/index.ts';
import type { AnalysisModule } from '../module.ts';
import { soundRanges } from './ranges.ts';
import { Recording } from './recording.ts';
import { toSegments } from './segments.ts';

/** Speech, music or noise, and silence: ranges that cover the sound from its start to its end. */
export const audioevents: AnalysisModule = {
  name: 'audioevents',
  input: 'audio',
  engine: async () => bundledVad.info,
  availability: () => bundledVad.availability(),
  async start(context) {
    const { info, stream, dispose } = await (context.vad ?? sharedVad()).join(bundledVad);
    const recording = new Recording();
    let samples = 0;
    return {
      engine: info,
      needs: { audio: true },
      async onAudio(chunk) {
        samples += chunk.samples.length;
        recording.addSamples(chunk.samples);
        recording.addSpeech(await stream.push(chunk.samples, context.signal));
      },
      async finish() {
        recording.flush();
        recording.addSpeech(await stream.flush());
        return toSegments(soundRanges(recording.frames), recording.frames, samples / AUDIO_SAMPLE_RATE);
      },
      dispose,
    };
  },
};
