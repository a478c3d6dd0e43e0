import { formatClock } from '../../base/time.ts';
import type { ConditionState, CoverageSpan } from '../../contract/analysis/coverage-map.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import { type LocalizedText, message } from '../../contract/message.ts';
import { sentence } from '../texts/sentence.ts';
import { closerLooksOf } from './closer.ts';
import { type AnalysisFacts, isHearing, isSufficient } from './facts.ts';
import { minTextHeight } from './text-height.ts';

/** Ranges that a sentence names. */
const MAX_RANGES = 3;
/** States of a run rather than of a part of a video. */
const OF_RUN: ReadonlySet<ConditionState> = new Set<ConditionState>([
  'not_run',
  'no_picture',
  'no_sound',
  'failed',
  'key_frames_only',
  'not_recorded',
]);

/** States what a module could not find in a video, in sentences without a period. Pure. @param spans of the module */
export function limitsOf(facts: AnalysisFacts, module: ModuleName, spans: readonly CoverageSpan[]): LocalizedText[] {
  const name = message(`module.${module}`);
  const byState = Map.groupBy(spans, ({ state }) => state);
  const parts = [...byState].flatMap(([state, own]) => {
    if (isSufficient(state)) return [];
    const stated = message(`coverage.state.${state}`);
    if (OF_RUN.has(state) && own.length === spans.length)
      return [sentence('coverage.limit.whole', { module: name, state: stated })];
    return [sentence('coverage.limit.parts', { module: name, state: stated, ranges: rangesText(own) })];
  });
  if (spans.every(({ state }) => OF_RUN.has(state))) return parts;
  const height = module === 'ocr' ? minTextHeight(facts) : null;
  const tracks = isHearing(module) ? facts.skippedTracks : [];
  return [
    ...parts,
    ...(height ? [sentence('coverage.limit.text-height', { module: name, height })] : []),
    ...(tracks.length > 0 ? [sentence('coverage.limit.tracks', { module: name, tracks: tracks.join(', ') })] : []),
  ];
}

/** States which parts closer looks examined, as a sentence without a period; undefined without any. Pure. */
export function closerText(facts: AnalysisFacts, module: ModuleName): LocalizedText | undefined {
  const looks = closerLooksOf(facts, module);
  if (looks.length === 0) return undefined;
  const ranges = rangesText(looks.map(({ start, end }) => ({ start_time: start, end_time: end })));
  return sentence('coverage.closer', { module: message(`module.${module}`), ranges });
}

function rangesText(spans: readonly Pick<CoverageSpan, 'start_time' | 'end_time'>[]): string {
  const joined: { start_time: number; end_time: number }[] = [];
  for (const { start_time, end_time } of spans) {
    const last = joined.at(-1);
    // A closer look divides a span whose state it doesn't change.
    if (last?.end_time === start_time) last.end_time = end_time;
    else joined.push({ start_time, end_time });
  }
  const named = joined
    .slice(0, MAX_RANGES)
    .map((span) => `${formatClock(span.start_time)}–${formatClock(span.end_time)}`);
  const more = joined.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` (+${more})` : ''}`;
}
