import { throwIfAborted } from '../../base/abort.ts';
import type { Conditions } from '../../contract/analysis/conditions.ts';
import type { MediaConsumer, MediaInfo } from '../../media/frames.ts';
import { bundledVad } from '../../models/vad/index.ts';
import type { SharedVad } from '../../models/vad/shared.ts';
import { PictureMeter } from './picture-meter.ts';
import { SoundMeter } from './sound-meter.ts';

/** Interval and size that never decide which stills are made. */
const STILLS_OF_OTHERS = { intervalSeconds: Number.MAX_VALUE, maxSide: 1 };

export interface ConditionsMeterOptions {
  media: MediaInfo;
  /** Consumers of the same pass. */
  others: readonly MediaConsumer[];
  /** Shared with the other consumers that detect speech. */
  vad: SharedVad;
  signal: AbortSignal;
}

/** Measures the conditions under which the modules of a pass work; decodes nothing that they would not decode. */
export async function createConditionsMeter({ media, others, vad, signal }: ConditionsMeterOptions) {
  const hears = media.audio !== null && others.some(({ needs }) => needs.audio);
  const seesStills = others.some(({ needs }) => needs.stills);
  const picture = media.video ? new PictureMeter() : undefined;
  // The modules that share the detector report why it fails.
  const listener = hears ? await vad.join(bundledVad).catch(() => undefined) : undefined;
  let sound = hears ? new SoundMeter(listener !== undefined) : undefined;
  const consumer: MediaConsumer = {
    needs: {
      ...(picture && { luma: true }),
      ...(seesStills && { stills: STILLS_OF_OTHERS }),
      ...(sound && { audio: true }),
    },
    onLuma(frame) {
      picture?.addFrame(frame);
      return undefined;
    },
    onStill: (still) => picture?.addStill(still),
    async onAudio({ samples }) {
      sound?.addSamples(samples);
      if (!listener || !sound) return;
      try {
        sound.addSpeech(await listener.stream.push(samples, signal));
      } catch {
        throwIfAborted(signal);
        sound = undefined;
      }
    },
  };
  return {
    consumer,
    /** Conditions measured so far. @param isIntact whether everything in the file was decoded */
    result(isIntact: boolean): Conditions {
      return {
        ...(picture && { picture: picture.result() }),
        ...(sound && { sound: sound.result() }),
        modules: {},
        isIntact,
      };
    },
    dispose: () => listener?.dispose(),
  };
}
