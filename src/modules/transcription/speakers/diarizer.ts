import { throwIfAborted } from '../../../base/abort.ts';
import type { SpeakerEngine } from '../../../models/speakers/index.ts';
import type { VadStream } from '../../../models/vad/index.ts';
import { SampleBuffer } from './sample-buffer.ts';
import { SegmentedWindows } from './segmented-windows.ts';
import { SlidingWindows } from './sliding-windows.ts';
import type { Diarization } from './turns.ts';

export interface DiarizerOptions {
  engine: SpeakerEngine;
  vad: VadStream;
  /** Number of speakers; null to find it. */
  count: number | null;
  signal: AbortSignal;
}

/** Finds who speaks when in a recording while it is decoded; memory grows by some kilobytes per second of speech. */
export class Diarizer {
  readonly #options: DiarizerOptions;
  readonly #buffer = new SampleBuffer();
  readonly #windows: SlidingWindows | SegmentedWindows;

  constructor(options: DiarizerOptions) {
    this.#options = options;
    this.#windows = new (options.engine.segmentation ? SegmentedWindows : SlidingWindows)(options.engine, this.#buffer);
  }

  /** Adds samples, 16 kHz mono. @throws CanceledError */
  async listen(samples: Float32Array): Promise<void> {
    const { vad, signal } = this.#options;
    throwIfAborted(signal);
    this.#buffer.append(samples, this.#windows.needsFrom);
    await this.#windows.push(await vad.push(samples, signal));
  }

  async finish(): Promise<Diarization> {
    const { vad, count, engine, signal } = this.#options;
    const { maxDistance, sameVoice } = engine.profile;
    await this.#windows.push(await vad.flush());
    throwIfAborted(signal);
    return this.#windows.finish({ maxDistance, sameVoice, count });
  }
}
