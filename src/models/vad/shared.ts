import type { EngineFactory, LoadedEngine } from '../engine.ts';
import type { VadStream } from './silero.ts';

/** One consumer of a {@link SharedVad}; disposing of the last one frees the detector. */
type SharedListener = LoadedEngine & { readonly stream: VadStream };

/** Detector interface required by {@link SharedVad}. */
type StreamingVad = LoadedEngine & { stream(): VadStream };

/** Speech detector that runs once over a recording and shares its results with several consumers. */
export interface SharedVad {
  /**
   * Must be called before the first samples. All consumers must receive the same samples in turn, as in a media pass.
   * @throws ReelscopeError `model_unavailable`
   */
  join(factory: EngineFactory<StreamingVad>): Promise<SharedListener>;
}

/** Loads the detector only when the first consumer joins. */
export function sharedVad(): SharedVad {
  let loading: Promise<{ engine: StreamingVad; stream: VadStream }> | undefined;
  let listeners = 0;
  /** Number of calls made to the detector, and the result of the last one. */
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
      let position = 0;
      return {
        info: engine.info,
        stream: {
          push(samples, signal) {
            if (position === pushes) {
              pushes++;
              last = stream.push(samples, signal);
            } else if (position !== pushes - 1)
              throw new Error('A listener of the speech detector has missed samples.');
            position++;
            return last;
          },
          flush() {
            rest ??= stream.flush();
            return rest;
          },
        },
        async dispose() {
          if (--listeners > 0) return;
          // A consumer that joins later starts with a new detector.
          loading = undefined;
          rest = undefined;
          pushes = 0;
          await engine.dispose();
        },
      };
    },
  };
}
