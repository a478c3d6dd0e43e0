import { z } from 'zod';
import type { SegmentDraft } from '../../contract/segment.ts';
import type { ModuleContext } from '../module.ts';
import type { Seer } from '../seeing.ts';

const CAPTION_MAX = 300;
const Caption = z.object({ caption: z.string().min(1) });
const ASK =
  'This is a picture from a shot of a video. Describe in one plain sentence of at most 25 words what it shows: who or ' +
  'what, doing what, where. The data says what the shot before it showed: name the same things the same way.';

/** The shots with what a vision model sees in their keyframes; those that it could not describe stay as they are. */
export async function captionShots(
  shots: readonly SegmentDraft[],
  seer: Seer,
  context: Pick<ModuleContext, 'readStill' | 'warn' | 'onFinishProgress'>,
): Promise<SegmentDraft[]> {
  const described: SegmentDraft[] = [];
  let before: string | null = null;
  for (const [index, shot] of shots.entries()) {
    const time = shot.data?.still_time;
    const still = time === undefined ? null : await context.readStill?.(time);
    const answer = still
      ? await seer.look(still, { ask: ASK, schema: Caption, maxTokens: 120, data: { previous_shot: before } })
      : null;
    const caption: string = answer ? oneLine(answer.caption) : '';
    if (caption === '') described.push(shot);
    else {
      const data = { ...shot.data, caption, caption_engine: seer.tag };
      described.push({ ...shot, content: `${shot.content} · ${caption}`, data });
    }
    before = caption || null;
    context.onFinishProgress((index + 1) / shots.length);
  }
  const complaint = seer.complaint();
  if (complaint) context.warn(complaint);
  return described;
}

function oneLine(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length <= CAPTION_MAX ? line : `${line.slice(0, CAPTION_MAX - 1).trimEnd()}…`;
}
