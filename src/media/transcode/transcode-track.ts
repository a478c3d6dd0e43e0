import type { Packet } from 'node-av/lib';

/** One stream being converted from the source to the target. */
export interface TranscodeTrack {
  readonly streamIndex: number;
  /** Seconds of the first decoded frame. */
  readonly firstTime: number | undefined;
  /** Seconds of the source read so far. */
  readonly time: number;
  /** Seconds written so far. */
  readonly endTime: number;
  /** Number of frames or samples written. */
  readonly count: number;
  /** Whether the rest of the stream lies outside the window. */
  readonly isDone: boolean;
  feed(packet: Packet): void;
  finish(): void;
  close(): void;
}

/** Makes a track finish and close its encoder as well. */
export function endWith<Track extends TranscodeTrack>(track: Track, encoder: { finish(): void; close(): void }): Track {
  const { finish, close } = track;
  return Object.assign(track, {
    finish() {
      finish();
      encoder.finish();
    },
    close() {
      close();
      encoder.close();
    },
  });
}
