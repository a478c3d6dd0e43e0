import { fromRuns } from '../../base/runs.ts';
import { foldText } from '../../base/text-fold.ts';
import type { DroppedCandidate } from '../../contract/analysis/conditions.ts';
import type { CoverageSpan, MissReason } from '../../contract/analysis/coverage-map.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import { labelsOfWord } from '../labels/label-words.ts';
import { closerLookAt } from './closer.ts';
import { type AnalysisFacts, droppedIn, isHearing, looksOf, SPEECH_PERCENT } from './facts.ts';
import { coverageSpans } from './spans.ts';
import { minTextHeight } from './text-height.ts';

/** Shortest range in seconds: an instant. */
const INSTANT = 0.001;
/** Probability of speech in percent from which there may have been some. */
const MAYBE_SPEECH_PERCENT = 20;

/** Question about something that was not found. */
export interface Miss {
  module: ModuleName;
  /** Seconds. */
  start: number;
  end: number;
  /** Label, or words. */
  text?: string | undefined;
  /** Of a line of text, in pixels of the video. */
  height?: number | undefined;
}

/** A finding, or one that a user removed. */
interface Finding {
  id: string;
  content: string;
  start: number;
  end: number;
}

/** Findings of the module, in any order. */
export interface MissEvidence {
  found: readonly Finding[];
  removed: readonly Finding[];
}

/** First stage that lost it, with what it was decided by. */
export interface ExplainedMiss {
  reason: MissReason;
  finding?: Finding;
  dropped?: DroppedCandidate;
  /** Number of the audio track that was not listened to. */
  track?: number;
  recall: number | null;
  /** Whether the track that is missing there exists elsewhere in the file. */
  isPart?: boolean;
}

/** Names the first stage of an analysis that lost something. Pure. */
export function explainMiss(facts: AnalysisFacts, miss: Miss, evidence: MissEvidence): ExplainedMiss {
  const range = { start: miss.start, end: Math.max(miss.end, miss.start + INSTANT) };
  const spans = coverageSpans(facts, miss.module).filter((span) => touches(range, span.start_time, span.end_time));
  const recalls = spans.flatMap(({ recall }) => recall ?? []);
  const recall = recalls.length > 0 ? Math.min(...recalls) : null;
  const isIt = ({ content, start, end }: Finding) => touches(range, start, end) && concerns(content, miss.text);
  const finding = evidence.found.find(isIt);
  if (finding) return { reason: 'found', finding, recall };
  const removed = evidence.removed.find(isIt);
  if (removed) return { reason: 'removed', finding: removed, recall };
  const run = common(range, spans, ['not_run', 'no_picture', 'no_sound', 'failed', 'incomplete', 'key_frames_only']);
  if (run) return { reason: run, recall, isPart: isHearing(miss.module) ? facts.hasSound : facts.picture !== null };
  if (isUnknownLabel(facts, miss)) return { reason: 'unknown_label', recall };
  const stated =
    common(range, spans, ['not_recorded', 'not_decoded']) ?? (spans.length === 0 ? 'not_decoded' : undefined);
  if (stated) return { reason: stated, recall };
  return { recall, ...(isHearing(miss.module) ? unheard : unseen)(facts, miss, range, spans) };
}

type Lost = Omit<ExplainedMiss, 'recall'>;
type Range = { start: number; end: number };

function unseen(facts: AnalysisFacts, miss: Miss, range: Range, spans: readonly CoverageSpan[]): Lost {
  const { module, text, height } = miss;
  if (
    module !== 'scenes' &&
    !closerLookAt(facts, module, range) &&
    !looksOf(facts, module).some((time) => time >= range.start && time < range.end)
  )
    return { reason: 'between_frames' };
  const minHeight = minTextHeight(facts) ?? 0;
  const dropped = bestOf(
    droppedIn(facts, module, range).filter(({ content }) => module === 'ocr' || concerns(content, text)),
  );
  const isSmall = (line: number | undefined) => module === 'ocr' && line !== undefined && line < minHeight;
  if (isSmall(height)) return { reason: 'too_small' };
  const condition = common(range, spans, ['too_dark', 'too_blurred']);
  if (condition) return { reason: condition };
  if (height === undefined && isSmall(dropped?.height)) return { reason: 'too_small', ...(dropped && { dropped }) };
  return dropped ? { reason: 'below_threshold', dropped } : { reason: 'not_recognized' };
}

function unheard(facts: AnalysisFacts, miss: Miss, range: Range, spans: readonly CoverageSpan[]): Lost {
  const dropped = bestOf(droppedIn(facts, miss.module, range));
  if (dropped) return { reason: 'below_threshold', dropped };
  const speech = fromRuns(facts.conditions?.sound?.speech ?? []).slice(Math.floor(range.start), Math.ceil(range.end));
  const percent = Math.max(-1, ...speech);
  const heard = closerLookAt(facts, miss.module, range)?.tracks ?? [];
  const track = facts.skippedTracks.find((number) => !heard.includes(number));
  if (track !== undefined && (percent < SPEECH_PERCENT || miss.module !== 'transcription'))
    return { reason: 'track_skipped', track };
  const condition = common(range, spans, ['silent', 'too_quiet', 'too_noisy']);
  if (condition) return { reason: condition };
  if (miss.module === 'transcription' && percent >= MAYBE_SPEECH_PERCENT && percent < SPEECH_PERCENT) {
    const candidate = { startTime: range.start, endTime: range.end, content: '' };
    return {
      reason: 'below_threshold',
      dropped: { ...candidate, score: percent / 100, minScore: SPEECH_PERCENT / 100 },
    };
  }
  return { reason: 'not_recognized' };
}

const touches = (range: Range, start: number, end: number): boolean =>
  start < range.end && Math.max(end, start + INSTANT) > range.start;

/** Whether a finding is about what was asked for. */
function concerns(content: string, text: string | undefined): boolean {
  if (!text) return true;
  const folded = foldText(content);
  return [text, ...labelsOfWord(text)].some((one) => folded.includes(foldText(one)));
}

/** State that most of a range has, if it is one of these. */
function common<State extends CoverageSpan['state']>(
  { start, end }: Range,
  spans: readonly CoverageSpan[],
  states: readonly State[],
): State | undefined {
  const lengthOf = (span: CoverageSpan) => Math.min(end, span.end_time) - Math.max(start, span.start_time);
  const longest = spans.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
  return states.find((state) => state === longest?.state);
}

/** Whether the bundled detector has no label for it; vision models find more, and others contribute to the engine. */
function isUnknownLabel({ coverage }: AnalysisFacts, { module, text }: Miss): boolean {
  if (module !== 'visualelements' || !text) return false;
  const engine = coverage.find((one) => one.module === module)?.engine ?? '';
  if (engine.includes('+')) return false;
  return labelsOfWord(text).length === 0;
}

const bestOf = (candidates: readonly DroppedCandidate[]): DroppedCandidate | undefined =>
  candidates.toSorted((a, b) => b.score - a.score)[0];
