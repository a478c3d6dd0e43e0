import type { SegmentDraft } from '../../../contract/analysis/segment.ts';
import type { LumaFrame, Still } from '../../../media/frames.ts';
import type { FrameGroup } from '../../../media/preview/frame-index.ts';
import type { KeyFrameReader } from '../../../media/preview/key-frame-reader.ts';
import type { Boundary } from '../boundary.ts';
import { type FrameSummary, summarizeFrame } from '../frames/frame-summary.ts';
import { intraCuts, sampledGroups } from './intra-cuts.ts';
import { keyViews } from './key-views.ts';
import { previewCuts } from './preview-cuts.ts';
import { provisionalShots } from './provisional-shots.ts';
import { isSameView } from './same-view.ts';

/** Engine of provisional shots. */
export const PREVIEW_ENGINE = 'shots-preview@1';
/** Longer side of a still of the first look, in pixels. */
const FIRST_STILL_SIDE = 480;
/** Key frames of the first look, which needs no index of the file. */
const FIRST_KEY_FRAMES = 24;
const FIRST_CONFIDENCE = 0.3;
/** Share of all frames that may be decoded in whole groups. */
const WHOLE_SHARE = 0.04;
/** Codecs whose large frames may be references that are never shown. */
const HIDING_CODECS: ReadonlySet<string | undefined> = new Set(['vp8', 'vp9', 'av1']);
/** Frames that may be so decoded in a short video. */
const MIN_WHOLE_FRAMES = 600;
/** Seconds between key frames above which they show too little. */
const MAX_KEY_SECONDS = 60;
/** Share of key frames from which all frames count as such. */
const INTRA_SHARE = 0.5;

/** Why key frames alone don't show a video; `every-frame` is sampled instead. */
export type PreviewLimit = 'every-frame' | 'few-key-frames' | 'timestamps';

export interface ShotPreviewOptions {
  reader: KeyFrameReader;
  /** Seconds. */
  duration: number;
  signal?: AbortSignal | undefined;
  /** Saves the stills of the first look. */
  saveStill?: (still: Still) => Promise<void>;
}

/** Finds provisional shots by the key frames of a video. */
export class ShotPreview {
  readonly #options: ShotPreviewOptions;
  #groups: FrameGroup[] = [];
  #limit: PreviewLimit | undefined;

  constructor(options: ShotPreviewOptions) {
    this.#options = options;
  }

  /** Limit of the preview, after {@link index}. */
  get limit(): PreviewLimit | undefined {
    return this.#limit;
  }

  /** Looks at a few key frames over the whole length. Shots begin where their views differ. */
  async sampleShots(): Promise<SegmentDraft[]> {
    const { reader, duration, signal, saveStill } = this.#options;
    const times = Array.from({ length: FIRST_KEY_FRAMES }, (_, i) => (i * duration) / FIRST_KEY_FRAMES);
    const seen: FrameSummary[] = [];
    const stills: Still[] = [];
    const take = (frame: LumaFrame): void => {
      seen.push(summarizeFrame(frame));
      if (!saveStill) return;
      const reference = frame.retain();
      stills.push(reference.toStill(FIRST_STILL_SIDE));
      reference.release();
    };
    await reader.nearest(times, take, signal);
    for (const still of stills) await saveStill?.(still);
    seen.sort((a, b) => a.time - b.time);
    const changes = seen.filter((one, i) => i > 0 && !isSameView(seen[i - 1]!, one));
    return this.#shots(
      changes.map(({ time }) => ({ kind: 'cut', start: time, end: time, time, confidence: FIRST_CONFIDENCE })),
      seen,
    );
  }

  /**
   * Reads where the key frames are, without decoding. False if they don't show the video; {@link limit} is the reason.
   */
  async index(): Promise<boolean> {
    const groups = await this.#options.reader.groups(this.#options.signal);
    const frames = groups.reduce((sum, group) => sum + 1 + group.frames.length, 0);
    if (groups.length === 0) this.#limit = 'timestamps';
    else if (groups.length > INTRA_SHARE * frames) this.#limit = 'every-frame';
    else if (groups.length < 2 || groups.at(-1)!.end / groups.length > MAX_KEY_SECONDS) this.#limit = 'few-key-frames';
    this.#groups = this.#limit === 'every-frame' ? sampledGroups(groups) : groups;
    return this.#limit === undefined || this.#limit === 'every-frame';
  }

  /** Looks at the key frames that the sizes of frames call for, and places the cuts between them. */
  async shots(): Promise<SegmentDraft[]> {
    const { reader, signal } = this.#options;
    const groups = this.#groups;
    const { seen, views } = await keyViews(groups, async (keys) => {
      const summaries: FrameSummary[] = [];
      const plans = keys.map((key) => ({ key, frames: [] }));
      await reader.read(plans, (frame) => void summaries.push(summarizeFrame(frame)), signal);
      return summaries;
    });
    const frames = groups.reduce((sum, group) => sum + 1 + group.frames.length, 0);
    const maxFrames = Math.max(MIN_WHOLE_FRAMES, Math.round(frames * WHOLE_SHARE));
    const hasHiddenFrames = HIDING_CODECS.has(reader.info.video?.codec);
    const cuts =
      this.#limit === 'every-frame'
        ? await intraCuts(groups, views, reader, signal)
        : await previewCuts({ reader, groups, keys: views, maxFrames, hasHiddenFrames, signal });
    return this.#shots(cuts, seen);
  }

  #shots(boundaries: readonly Boundary[], keys: readonly FrameSummary[]): SegmentDraft[] {
    const { reader, duration } = this.#options;
    const end = this.#groups.at(-1)?.end ?? duration;
    return provisionalShots(boundaries, keys, end, reader.info.video?.rotation ?? 0);
  }
}
