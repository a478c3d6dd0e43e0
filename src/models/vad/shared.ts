import type { EngineFactory, LoadedEngine } from '../engine.ts';
import type { VadStream } from './silero.ts';

/** One listener's end of a {@link SharedVad}; `dispose` frees the detector when it was the last one. */
export type SharedListener = LoadedEngine & { readonly stream: VadStream };

/** What a {@link SharedVad} needs of a speech detector. */
export type StreamingVad = LoadedEngine & { stream(): VadStream };

/** A speech detector that runs once over a recording for all who want to know where somebody speaks. */
export interface SharedVad {
  /**
   * To be joined before the first samples. All listeners must be handed the same samples, one after the other, as a media
   * pass does. @throws ReelscopeError `model_unavailable`
   */
  join(factory: EngineFactory<StreamingVad>): Promise<SharedListener>;
}

/** Loads nothing itself, so that it costs nothing where nobody listens. */
export function sharedVad(): SharedVad {
  let loading: Promise<{ engine: StreamingVad; stream: VadStream }> | undefined;
  let listeners = 0;
  /** How many calls have been answered by the detector, and with what the last one. */
  let pushes = 0;
  let last: Promise<Float32Array> = Promise.resolve(new Float32Array());
  let rest: Promise<Float32Array> | undefined;

  return {
    async join(factory) {
      loading ??= factory.load().then((engine) => ({ engine, stream: engine.stream() }));
      const { engine, stream } = await loading.catch((error) => {
        loading = undefined;
        throw error;
      });
      listeners++;
      let heard = 0;
      return {
        info: engine.info,
        stream: {
          push(samples, signal) {
            if (heard === pushes) {
              pushes++;
              last = stream.push(samples, signal);
            } else if (heard !== pushes - 1) throw new Error('A listener of the speech detector has missed samples.');
            heard++;
            return last;
          },
          flush() {
            rest ??= stream.flush();
            return rest;
          },
        },
        async dispose() {
          if (--listeners > 0) return;
          // Whoever joins after all have left begins anew.
          loading = undefined;
          rest = undefined;
          pushes = 0;
          await engine.dispose();
        },
      };
    },
  };
}
