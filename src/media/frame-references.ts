import type { Frame } from 'node-av/lib';
import type { StillScaler } from './frame-scaler.ts';
import type { RetainedFrame } from './frames.ts';

/** References to decoded frames, from which stills are created later. */
export interface FrameReferences {
  retain(frame: Frame, time: number): RetainedFrame;
  /** Closes the scaler, or has the last reference close it: references outlive the decoder. */
  close(): void;
}

export function createFrameReferences(scaler: StillScaler): FrameReferences {
  const retained = new Set<Frame>();
  let closed = false;
  return {
    retain(frame, time) {
      const reference = frame.clone();
      if (!reference) throw new Error('A decoded frame could not be referenced.');
      retained.add(reference);
      return {
        time,
        toStill: (side) => scaler.still(reference, time, side),
        release: () => {
          if (retained.delete(reference)) reference.free();
          if (closed && retained.size === 0) scaler.close();
        },
      };
    },
    close() {
      closed = true;
      if (retained.size === 0) scaler.close();
    },
  };
}
