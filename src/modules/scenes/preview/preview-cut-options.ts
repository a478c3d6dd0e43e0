import type { FrameGroup } from '../../../media/preview/frame-index.ts';
import type { KeyFrameReader } from '../../../media/preview/key-frame-reader.ts';
import type { FrameSummary } from '../frames/frame-summary.ts';

export interface PreviewCutOptions {
  reader: Pick<KeyFrameReader, 'read'>;
  groups: readonly FrameGroup[];
  /** Summaries of the groups' key frames, by time; a group without one is left out. */
  keys: ReadonlyMap<number, FrameSummary>;
  /** Maximum frames to decode in whole groups. */
  maxFrames: number;
  /** Whether large frames may be coded for later use instead of being shown, as in VP9 and AV1. */
  hasHiddenFrames?: boolean;
  signal?: AbortSignal | undefined;
}

export interface PreviewCutContext extends PreviewCutOptions {
  /** Frames from which on a group has its full length. */
  regularFrames: number;
}
