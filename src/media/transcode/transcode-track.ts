import type { Packet } from 'node-av/lib';

/** One stream on its way from the file into the written one. */
export interface TranscodeTrack {
  readonly streamIndex: number;
  /** Seconds of the first picture or sample that was decoded. */
  readonly firstTime: number | undefined;
  /** Seconds of the file that were read. */
  readonly time: number;
  /** Seconds that were written. */
  readonly endTime: number;
  /** Pictures or samples written. */
  readonly count: number;
  /** Nothing that follows belongs to the window. */
  readonly isDone: boolean;
  feed(packet: Packet): void;
  finish(): void;
  close(): void;
}
