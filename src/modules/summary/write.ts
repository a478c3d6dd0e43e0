import { z } from 'zod';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { GeneratingEngine } from '../../models/engine.ts';
import { compress, type ModuleFinding } from '../../models/language/compress.ts';
import { sanitizeAnswer } from '../../models/language/sanitize.ts';
import { estimateTokens } from '../../models/language/tokens.ts';
import { findingsBudget, writeFromFindings } from '../shared/language-model/ask.ts';

const TOKENS = 500;
/** Long videos are read in at most so many parts, each thinned to fit. */
const PARTS_MAX = 8;
const LENGTH_MAX = 3000;
const Written = z.object({ summary: z.string().min(1) });
const TASK = `You sum up a video for an analyst from findings. In three to six plain sentences, in the language that is spoken in the
video: what it is about, who and what is seen and said, how it goes on. Only what the findings say. No times, links, markup or opinions.
Answer as JSON: {"summary": "..."}.`;

/** A summary in the model's words; long videos are summed up part by part first, so that no part is left out. */
export async function writeSummary(
  model: GeneratingEngine,
  findings: readonly ModuleFinding[],
  duration: number,
  signal: AbortSignal,
): Promise<SegmentDraft[] | null> {
  const request = { task: TASK, schema: Written, maxTokens: Math.min(TOKENS, Math.floor(model.contextTokens / 4)) };
  const parts = partsOf(findings, duration, findingsBudget(model.contextTokens, TASK, request.maxTokens));
  let material: readonly ModuleFinding[] = findings;
  if (parts.length > 1) {
    const notes: ModuleFinding[] = [];
    for (const part of parts) {
      const { summary } = await writeFromFindings(model, part.findings, request, signal);
      notes.push({ module: 'summary', content: summary, start_time: part.start, end_time: part.end });
    }
    material = notes;
  }
  const text = sanitizeAnswer((await writeFromFindings(model, material, request, signal)).summary);
  const content = Array.from(text.replace(/[*`#]/g, '')).slice(0, LENGTH_MAX).join('').trim();
  return content === '' ? null : [{ content, start_time: 0, end_time: duration, data: { kind: 'written' } }];
}

function partsOf(findings: readonly ModuleFinding[], duration: number, room: number) {
  const count = Math.min(PARTS_MAX, Math.ceil(estimateTokens(compress(findings)) / Math.max(1, room)));
  const length = duration / Math.max(1, count);
  return Array.from({ length: count }, (_, i) => {
    const [start, end] = [i * length, (i + 1) * length];
    const within = findings.filter(({ start_time }) => start_time >= start && (start_time < end || i === count - 1));
    return { start, end, findings: within };
  }).filter((part) => part.findings.length > 0);
}
