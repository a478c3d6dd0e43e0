import { z } from 'zod';
import type { Seer } from '../seeing.ts';

/** A keyframe to describe (JPEG), with those of the shots around it, and what was said of the shot before. */
export interface CaptionRequest {
  still: Uint8Array;
  previous: Uint8Array | null;
  next: Uint8Array | null;
  before: string | null;
}

/** Says in a sentence what a shot shows. */
export interface Captioner {
  /** Who does it, as `id@version`. */
  readonly tag: string;
  /** Null when it could not. @throws CancelledError */
  describe(request: CaptionRequest, signal: AbortSignal): Promise<string | null>;
  /** What there is to tell the user at the end. */
  complaint(): string | null;
  dispose(): Promise<void>;
}

const Caption = z.object({ caption: z.string().min(1) });
const TOKENS = 120;
const ASK =
  'The first picture is from a shot of a video. Describe in one plain sentence of at most 25 words what it shows: who or ' +
  'what, doing what, where.';
const AROUND =
  ' The other pictures are from the shots around it: they only help to recognise the same people, things and places, and ' +
  'are not to be described.';
const BEFORE = ' The findings say what the shot before showed: name the same things the same way.';

/** The connected vision model. */
export function sightCaptioner(seer: Seer): Captioner {
  return {
    tag: seer.tag,
    async describe({ still, previous, next, before }) {
      const around = [previous, next].filter((picture) => picture !== null);
      const ask = `${ASK}${around.length > 0 ? AROUND : ''}${before === null ? '' : BEFORE}`;
      const material = before === null ? [] : [`previous shot: ${before}`];
      const answer = await seer.look([still, ...around], { ask, schema: Caption, maxTokens: TOKENS, material });
      return answer?.caption ?? null;
    },
    complaint: () => seer.complaint(),
    dispose: async () => {},
  };
}
