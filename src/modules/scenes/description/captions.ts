import type { SegmentDraft } from '../../../contract/analysis/segment.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { ModuleContext } from '../../module.ts';
import type { Captioner } from './captioner.ts';

const CAPTION_MAX = 300;

/** The parts of the module context that captioning uses. */
export type CaptionContext = Pick<
  ModuleContext,
  'readStill' | 'warn' | 'onFinishProgress' | 'resumed' | 'checkpoint' | 'signal' | 'stop'
>;

export interface CaptionedShots {
  shots: SegmentDraft[];
  /** Id of the engine that captioned at least one shot; null if none was captioned. */
  by: string | null;
}

/**
 * Adds captions of their keyframes to the shots; shots that could not be captioned stay unchanged. Each one is passed
 * to `checkpoint` at once, so that an attempt after a crash resumes where the previous one stopped.
 * @param captioner null if unavailable; only captions of an earlier attempt are then carried over
 * @param signed returns the engine id of the module with a captioner's id
 */
export async function captionShots(
  shots: readonly SegmentDraft[],
  captioner: Captioner | null,
  context: CaptionContext,
  signed: (tag: string) => string,
): Promise<CaptionedShots> {
  const described = resumable(shots, captioner, context);
  const resumedCount = described.length;
  const tag = captioner?.engineId ?? tagOf(described[0]);
  if (!captioner) return { shots: [...described, ...shots.slice(resumedCount)], by: tag };
  for (const [index, shot] of shots.entries()) {
    if (index < resumedCount) continue;
    if (context.stop?.aborted) return { shots: [...described, ...shots.slice(index)], by: tag };
    const caption = await captionOf(shots, index, captioner, context, described.at(-1)?.data?.['caption']);
    const done = caption === '' ? shot : withCaption(shot, caption, captioner.engineId);
    described.push(done);
    context.checkpoint?.(signed(captioner.engineId), [done], resumedCount);
    context.onFinishProgress((index + 1) / shots.length);
  }
  const complaint = captioner.failureSummary();
  if (complaint) context.warn(complaint);
  return { shots: described, by: described.some(tagOf) ? tag : null };
}

async function captionOf(
  shots: readonly SegmentDraft[],
  index: number,
  captioner: Captioner,
  context: CaptionContext,
  before: unknown,
): Promise<string> {
  const [still, previous, next] = await Promise.all(
    [index, index - 1, index + 1].map(async (at) => {
      const time = shots[at]?.data?.still_time;
      return time === undefined ? null : ((await context.readStill?.(time)) ?? null);
    }),
  );
  if (!still) return '';
  const answer = await captioner.describe(
    { still, previous: previous ?? null, next: next ?? null, before: typeof before === 'string' ? before : null },
    context.signal,
  );
  return answer === null ? '' : oneLine(answer);
}

/** Returns the first shots as an earlier attempt captioned them, up to the first that it did not. */
function resumable(
  shots: readonly SegmentDraft[],
  captioner: Captioner | null,
  { resumed }: CaptionContext,
): SegmentDraft[] {
  const found: SegmentDraft[] = [];
  for (const [index, shot] of shots.entries()) {
    const before = resumed?.segments[index];
    const caption = before?.data?.['caption'];
    const tag = tagOf(before);
    const same = before?.start_time === shot.start_time && before.data?.still_time === shot.data?.still_time;
    if (!same || typeof caption !== 'string' || tag === null || (captioner && captioner.engineId !== tag)) break;
    found.push(withCaption(shot, caption, tag));
  }
  return found;
}

function withCaption(shot: SegmentDraft, caption: string, tag: string): SegmentDraft {
  const shown = shot.data?.text;
  const { message: content, text } = sentence('shot.captioned', { shot: shown ?? shot.content, caption });
  const data = { ...shot.data, text, caption, caption_engine: tag };
  return { ...shot, content, data };
}

function tagOf(shot: SegmentDraft | undefined): string | null {
  const tag = shot?.data?.['caption_engine'];
  return typeof tag === 'string' ? tag : null;
}

function oneLine(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length <= CAPTION_MAX ? line : `${line.slice(0, CAPTION_MAX - 1).trimEnd()}…`;
}
