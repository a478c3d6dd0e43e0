import { z } from 'zod';
import { CanceledError } from '../../../base/errors.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { LocalizedText } from '../../../contract/message.ts';
import { errorText, sentence } from '../../../core/texts/sentence.ts';
import { type CaptionEngine, installedCaptionEngine } from '../../../models/captions/index.ts';
import { type Availability, engineIdOf } from '../../../models/engine.ts';
import type { EngineSettings, ModuleContext } from '../../module.ts';
import {
  consequenceOf,
  openVisionClient,
  type VisionClient,
  visionAvailability,
  visionEngineId,
} from '../../shared/vision/vision-client.ts';

/** A keyframe to describe (JPEG), the keyframes of the adjacent shots, and the caption of the previous shot. */
interface CaptionRequest {
  still: Uint8Array;
  previous: Uint8Array | null;
  next: Uint8Array | null;
  before: string | null;
}

/** Describes a shot in one sentence. */
export interface Captioner {
  /** Engine id, `id@version`. */
  readonly engineId: string;
  /** Returns null if the engine failed. @throws CanceledError */
  describe(request: CaptionRequest, signal: AbortSignal): Promise<string | null>;
  /** Sentence for the user about failed captions; null if there were none. */
  failureSummary(): LocalizedText | null;
  dispose(): Promise<void>;
}

const NOT_DESCRIBED = sentence('vision.shots');
const DESCRIBED_LOCALLY = sentence('vision.shots-locally');

/**
 * Id of the engine that would describe shots now: the connected vision model, otherwise the installed model. Answers
 * quickly.
 */
export async function captionerEngineId(settings: EngineSettings | null): Promise<string | null> {
  const seen = await visionEngineId(settings);
  if (seen !== null) return seen;
  const installed = await installedCaptionEngine(settings?.modelsFolder ?? '');
  return installed && (await installed.availability()).available ? engineIdOf(installed.info) : null;
}

/** Availability of the configured captioner. */
export async function captionsAvailability(settings: EngineSettings | null): Promise<Availability> {
  const installed = await installedCaptionEngine(settings?.modelsFolder ?? '');
  return visionAvailability({ available: true }, settings, installed ? DESCRIBED_LOCALLY : NOT_DESCRIBED);
}

/** Opens the captioner of this run; null if there is none, with a warning if one is configured. */
export async function openCaptioner(
  settings: EngineSettings | null,
  context: ModuleContext,
): Promise<Captioner | null> {
  const installed = await installedCaptionEngine(settings?.modelsFolder ?? '');
  const vision = await openVisionClient(settings, context, installed ? DESCRIBED_LOCALLY : NOT_DESCRIBED);
  if (vision) return visionCaptioner(vision);
  try {
    return installed && installedCaptioner(await installed.load());
  } catch (thrown) {
    if (!(thrown instanceof ReelscopeError)) throw thrown;
    context.warn(consequenceOf(NOT_DESCRIBED, errorText(thrown)));
    return null;
  }
}

const Caption = z.object({ caption: z.string().min(1) });
const TOKENS = 120;
const ASK =
  'The first picture is from a shot of a video. Describe in one plain sentence of at most 25 words what it shows: who or ' +
  'what, doing what, where.';
const AROUND =
  ' The other pictures are from the shots around it: they only help to recognize the same people, things and places, and ' +
  'are not to be described.';
const BEFORE = ' The findings say what the shot before showed: name the same things the same way.';

/** Captions with the connected vision model. */
export function visionCaptioner(vision: VisionClient): Captioner {
  return {
    engineId: vision.engineId,
    async describe({ still, previous, next, before }) {
      const around = [previous, next].filter((picture) => picture !== null);
      const ask = `${ASK}${around.length > 0 ? AROUND : ''}${before === null ? '' : BEFORE}`;
      const material = before === null ? [] : [`previous shot: ${before}`];
      const answer = await vision.ask([still, ...around], { ask, schema: Caption, maxTokens: TOKENS, material });
      return answer?.caption ?? null;
    },
    failureSummary: () => vision.failureSummary(),
    dispose: async () => {},
  };
}

/** Captions with the installed model, which receives only the keyframe and returns one sentence. */
function installedCaptioner(engine: CaptionEngine): Captioner {
  let reason: LocalizedText | null = null;
  return {
    engineId: engineIdOf(engine.info),
    async describe({ still }, signal) {
      try {
        return (await engine.caption(still, signal)) || null;
      } catch (thrown) {
        if (thrown instanceof CanceledError || signal.aborted) throw new CanceledError();
        reason = errorText(thrown);
        return null;
      }
    },
    failureSummary: () => reason && consequenceOf(NOT_DESCRIBED, reason),
    dispose: () => engine.dispose(),
  };
}
