import { z } from 'zod';
import { roundSeconds } from '../../base/time.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import { splitSentences } from '../../core/claims/sentences.ts';
import type { GeneratingEngine } from '../../models/engine.ts';
import { compress, type ModuleFinding } from '../../models/language/compress.ts';
import { sanitizeAnswer } from '../../models/language/sanitize.ts';
import { estimateTokens } from '../../models/language/tokens.ts';
import { findingsBudget, writeFromFindings } from '../shared/language-model/ask.ts';
import type { Embed } from '../shared/language-model/sentence-encoder.ts';
import { findSupport } from '../shared/language-model/supported.ts';
import { capitalize, endSentence } from '../shared/text/wording.ts';

const TOKENS = 500;
/** Long videos are read in at most so many parts, each thinned to fit. */
const PARTS_MAX = 8;
const SENTENCES_MAX = 6;
const Written = z.object({ summary: z.string().min(1) });
const TASK = `You sum up a video for an analyst from findings. In two to five plain sentences, in the language that is spoken in the
video: what it is about, who and what is seen and said, how it goes on. Only what the findings say, in their words. No times, links, markup or opinions.
Answer as JSON: {"summary": "..."}.`;

interface Statement {
  text: string;
  start: number;
  end: number;
}

/** Sentences of an extract. */
const Quoted = z
  .array(z.object({ text: z.string(), start_time: z.number(), end_time: z.number() }))
  .transform((all) =>
    all.map(({ text, start_time, end_time }): Statement => ({ text, start: start_time, end: end_time })),
  );

/**
 * Writes a summary in the model's words; long videos are summed up part by part first, so that no part is left out.
 * Each sentence that findings don't support is replaced by one of the extract. Null if none is supported.
 * @param findings in time order @param extracted summary made of the findings' own sentences
 * @throws ReelscopeError `model_unavailable`
 */
export async function writeSummary(
  model: GeneratingEngine,
  extracted: SegmentDraft,
  findings: readonly ModuleFinding[],
  { embed, signal }: { embed: Embed | null; signal: AbortSignal },
): Promise<SegmentDraft | null> {
  const text = await textOf(model, findings, extracted.end_time, signal);
  const sentences = splitSentences(text.replace(/[*`#]/g, ''))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .slice(0, SENTENCES_MAX);
  const support = await findSupport(sentences, findings, embed);
  const supported = sentences.flatMap((sentence, i): Statement[] => {
    const [first] = support[i]!;
    return first ? [{ text: sentence, start: first.start_time, end: first.end_time }] : [];
  });
  if (supported.length === 0) return null;
  const chosen = filledUp(supported, extracted, sentences.length);
  return {
    content: chosen.map((statement) => statement.text).join(' '),
    start_time: 0,
    end_time: extracted.end_time,
    data: {
      kind: 'written',
      sentences: chosen.map(({ text: quote, start, end }) => ({
        text: quote,
        start_time: roundSeconds(start),
        end_time: roundSeconds(end),
      })),
    },
  };
}

async function textOf(
  model: GeneratingEngine,
  findings: readonly ModuleFinding[],
  duration: number,
  signal: AbortSignal,
): Promise<string> {
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
  return sanitizeAnswer((await writeFromFindings(model, material, request, signal)).summary);
}

/** Adds sentences of the extract, from other places of the video, up to a number; in the order of time. */
function filledUp(supported: readonly Statement[], { data }: SegmentDraft, count: number): Statement[] {
  const quoted = Quoted.parse(data?.['sentences']);
  const others = quoted
    .map((one) => ({ ...one, text: endSentence(capitalize(one.text)) }))
    .filter(({ start, end }) => supported.every((one) => one.start >= end || one.end <= start));
  const added = others.slice(0, count - supported.length);
  return added.length === 0 ? [...supported] : [...supported, ...added].sort((a, b) => a.start - b.start);
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
