import { z } from 'zod';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { GeneratingEngine } from '../../models/engine.ts';
import type { ModuleFinding } from '../../models/language/compress.ts';
import { sanitizeAnswer } from '../../models/language/sanitize.ts';
import { secondsOfTime, writeFromFindings } from '../shared/language-model/ask.ts';
import { minimumLength } from './limits.ts';

const TOKENS = 1000;
const TITLE_LENGTH = 100;
/** A chapter starts with a finding; a model's time may be off by so many seconds. */
const SNAP_SECONDS = 5;
const Written = z.object({
  chapters: z
    .array(z.object({ start: z.string(), title: z.string() }))
    .min(1)
    .max(60),
});

/**
 * Chapters in the model's words. They follow one another from 0 to the end; each starts where a finding does. Null when
 * fewer than half of the model's starts are verified, or they are not in order.
 */
export async function writeChapters(
  model: GeneratingEngine,
  findings: readonly ModuleFinding[],
  duration: number,
  signal: AbortSignal,
): Promise<SegmentDraft[] | null> {
  const least = minimumLength(duration);
  const task = `You divide a video into chapters for an analyst, from findings. Each chapter is at least ${Math.round(least)} seconds long and
starts where the subject changes, at a time that begins a line of the findings; the first starts at 00:00. Titles have two to eight words, in the
language that is spoken in the video, without numbers, links or markup. Answer as JSON, in the order of time:
{"chapters": [{"start": "MM:SS", "title": "..."}]}.`;
  const maxTokens = Math.min(TOKENS, Math.floor(model.contextTokens / 4));
  const { chapters } = await writeFromFindings(model, findings, { task, schema: Written, maxTokens }, signal);
  return checkedChapters(chapters, findings, duration);
}

/** Validates a model's chapters; null if too few are valid. */
export function checkedChapters(
  chapters: z.infer<typeof Written>['chapters'],
  findings: readonly ModuleFinding[],
  duration: number,
): SegmentDraft[] | null {
  const starts = [0, ...findings.map(({ start_time }) => start_time)];
  const kept: { start: number; title: string }[] = [];
  let refused = 0;
  for (const { start, title } of chapters) {
    const at = secondsOfTime(start);
    const content = Array.from(
      sanitizeAnswer(title)
        .replace(/[*`#\s]+/g, ' ')
        .trim(),
    )
      .slice(0, TITLE_LENGTH)
      .join('');
    const near = at === null || at >= duration ? null : nearest(starts, at);
    const last = kept.at(-1);
    if (near === null || content === '' || (last && near <= last.start)) refused++;
    else if (last && near - last.start < minimumLength(duration) / 2) continue;
    else kept.push({ start: last ? near : 0, title: content });
  }
  if (kept.length === 0 || refused > chapters.length / 2) return null;
  return kept.map(({ start, title }, i) => ({
    content: title,
    start_time: start,
    end_time: kept[i + 1]?.start ?? duration,
    data: { title_source: 'model' },
  }));
}

function nearest(starts: readonly number[], at: number): number | null {
  const best = starts.reduce((a, b) => (Math.abs(b - at) < Math.abs(a - at) ? b : a));
  return Math.abs(best - at) <= SNAP_SECONDS ? best : null;
}
