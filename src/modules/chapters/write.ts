import { z } from 'zod';
import { contentWords } from '../../attribution/content-words.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { GeneratingEngine } from '../../models/engine.ts';
import type { ModuleFinding } from '../../models/language/compress.ts';
import { sanitizeAnswer } from '../../models/language/sanitize.ts';
import { writeFromFindings } from '../shared/language-model/ask.ts';
import type { Embed } from '../shared/language-model/sentence-encoder.ts';
import { findSupport } from '../shared/language-model/supported.ts';
import { isSmallTalk } from '../shared/text/small-talk.ts';

const MAX_TITLE_TOKENS = 60;
const MAX_TITLE_LENGTH = 80;
const MAX_TITLE_WORDS = 10;
/** Tokens of the findings of a chapter that a model reads, most of them speech; a title needs no more. */
const MAX_READ_TOKENS = 900;
const Written = z.object({ title: z.string() });
const TASK = `You name one part of a video from its findings. The title is a noun phrase of two to eight words for the subject of the speech, in the
language that is spoken. Use only words of the findings. No numbers that they don't state, no times, links, or markup. Answer as JSON: {"title": "..."}.`;

/**
 * Names chapters in a model's words, each from its own findings alone. A title that these don't support stays that of
 * `chapters`; so do all times. Null if none is supported. @throws ReelscopeError `model_unavailable`
 */
export async function nameChapters(
  model: GeneratingEngine,
  chapters: readonly SegmentDraft[],
  findings: readonly ModuleFinding[],
  { embed, signal }: { embed: Embed | null; signal: AbortSignal },
): Promise<SegmentDraft[] | null> {
  const request = { task: TASK, schema: Written, maxTokens: MAX_TITLE_TOKENS, maxFindingsTokens: MAX_READ_TOKENS };
  const named: SegmentDraft[] = [];
  for (const chapter of chapters) {
    const inside = findings.filter(
      ({ start_time }) => start_time >= chapter.start_time && start_time < chapter.end_time,
    );
    const { title } = await writeFromFindings(model, inside, request, signal);
    const content = cleanTitle(title);
    const [support = []] = isTitle(content) ? await findSupport([content], inside, embed) : [];
    const isTaken = named.some((other) => other.content === content);
    named.push(support.length === 0 || isTaken ? chapter : withTitle(chapter, content));
  }
  return named.some(({ data }) => data?.title_source === 'model') ? named : null;
}

/** A chapter with the title of a model. */
function withTitle({ data, ...chapter }: SegmentDraft, content: string): SegmentDraft {
  const { text: _, ...rest } = data ?? {};
  return { ...chapter, content, data: { ...rest, title_source: 'model' } };
}

function cleanTitle(title: string): string {
  return sanitizeAnswer(title)
    .replace(/[*`#"“”\s]+/g, ' ')
    .trim()
    .replace(/\.$/, '');
}

function isTitle(title: string): boolean {
  const words = title.split(' ').length;
  return (
    title.length <= MAX_TITLE_LENGTH &&
    words <= MAX_TITLE_WORDS &&
    contentWords(title).length > 0 &&
    !isSmallTalk(title)
  );
}
