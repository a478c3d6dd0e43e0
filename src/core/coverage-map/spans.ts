import { fromRuns } from '../../base/runs.ts';
import { roundSeconds } from '../../base/time.ts';
import type { ConditionState, CoverageSpan } from '../../contract/analysis/coverage-map.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import { withCloserLooks } from './closer.ts';
import { type AnalysisFacts, isHearing, looksOf, SPEECH_PERCENT } from './facts.ts';
import { minimumOf, recallAt } from './recall.ts';

/** Level in dB below which there is nothing to hear. */
const SILENCE_DB = -65;
/** Level of quiet speech in dB; other sound that covers it leaves nothing to understand. */
const QUIET_SPEECH_DB = -35;

/** Seconds by which a file may be longer than its last frame, the longest of common codecs. */
const END_TOLERANCE = 0.1;
/** Seconds by which sound or picture may end before the other one, as encoders write them: too short for a word. */
const MAX_MISSING_END = 0.5;

/** Conditions of one second. Null where they don't apply. */
interface Second {
  state: ConditionState;
  recall: number | null;
  looks: number | null;
  brightness: number | null;
  sharpness: number | null;
  level: number | null;
  noise: number | null;
}

const EMPTY: Omit<Second, 'state'> = {
  recall: null,
  looks: null,
  brightness: null,
  sharpness: null,
  level: null,
  noise: null,
};

/** Parts of a video in which a module worked under the same conditions, without gaps. Pure. */
export function coverageSpans(facts: AnalysisFacts, module: ModuleName): CoverageSpan[] {
  return withCloserLooks(facts, module, analyzedSpans(facts, module));
}

function analyzedSpans(facts: AnalysisFacts, module: ModuleName): CoverageSpan[] {
  const { duration } = facts;
  const whole = stateOfRun(facts, module);
  if (whole) return [spanOf([{ ...EMPTY, state: whole }], 0, duration)];
  const seconds = secondsOf(facts, module);
  const all = Math.max(1, Math.ceil(duration - END_TOLERANCE));
  const isEnd = seconds.length > 0 && duration - seconds.length < MAX_MISSING_END;
  const count = isEnd ? Math.min(all, seconds.length) : all;
  const at = (i: number): Second => seconds[i] ?? { ...EMPTY, state: missingState(facts, module) };
  const spans: CoverageSpan[] = [];
  for (let start = 0; start < count; ) {
    let end = start + 1;
    while (end < count && at(end).state === at(start).state) end++;
    const part = Array.from({ length: end - start }, (_, i) => at(start + i));
    spans.push(spanOf(part, start, end === count ? duration : end));
    start = end;
  }
  return spans;
}

/** State of seconds without frames or samples: of a file that isn't damaged, the track begins later or ends before. */
function missingState({ conditions }: AnalysisFacts, module: ModuleName): ConditionState {
  if (!conditions?.isIntact) return 'not_decoded';
  return isHearing(module) ? 'no_sound' : 'no_picture';
}

/** State of all of a video; null if it depends on the part. */
function stateOfRun(
  { coverage, conditions, picture, hasSound }: AnalysisFacts,
  module: ModuleName,
): ConditionState | null {
  const status = coverage.find((one) => one.module === module)?.status ?? 'not_run';
  if (status === 'skipped' && isHearing(module) && !hasSound) return 'no_sound';
  if (status === 'skipped' && !isHearing(module) && !picture) return 'no_picture';
  if (status === 'failed' || status === 'skipped') return 'failed';
  if (status === 'preview') return 'key_frames_only';
  if (status !== 'completed' && status !== 'partial') return 'not_run';
  const measured = isHearing(module) ? conditions?.sound : conditions?.picture;
  return measured ? null : 'not_recorded';
}

function secondsOf(facts: AnalysisFacts, module: ModuleName): Second[] {
  const { status, end_time } = facts.coverage.find((one) => one.module === module)!;
  const seconds = isHearing(module) ? heardSeconds(facts, module) : seenSeconds(facts, module);
  if (status !== 'partial') return seconds;
  return seconds.map((second, i) => (i < (end_time ?? 0) ? second : { ...EMPTY, state: 'incomplete' }));
}

function heardSeconds({ conditions }: AnalysisFacts, module: ModuleName): Second[] {
  const { speech, level, noise } = conditions!.sound!;
  const [levels, noises] = [fromRuns(level), fromRuns(noise)];
  return fromRuns(speech).map((percent, i) => {
    const second = { ...EMPTY, level: levels[i]!, noise: noises[i]! };
    // Quiet speech is amplified before it is recognized.
    if (percent < SPEECH_PERCENT && second.level < SILENCE_DB) return { ...second, state: 'silent' };
    if (module !== 'transcription') return { ...second, state: 'examined' };
    const snr = second.level - second.noise;
    if (percent < SPEECH_PERCENT) {
      const covers = second.level > QUIET_SPEECH_DB - minimumOf(module, 'snr');
      return { ...second, state: covers ? 'too_noisy' : 'examined' };
    }
    const recall = worst(recallAt(module, 'snr', snr), recallAt(module, 'level', second.level));
    if (second.level < minimumOf(module, 'level')) return { ...second, recall, state: 'too_quiet' };
    return { ...second, recall, state: snr < minimumOf(module, 'snr') ? 'too_noisy' : 'examined' };
  });
}

function seenSeconds(facts: AnalysisFacts, module: ModuleName): Second[] {
  const { frames, sharpness, ...light } = facts.conditions!.picture!;
  // Letters may be the only light in the picture.
  const [lights, edges] = [fromRuns(module === 'ocr' ? light.peak : light.brightness), fromRuns(sharpness)];
  const counts = fromRuns(frames);
  const looks = new Uint32Array(counts.length);
  for (const time of looksOf(facts, module)) if (time < looks.length) looks[Math.floor(time)]!++;
  const table = module === 'ocr' ? 'ocr' : 'visualelements';
  const missing = { ...EMPTY, state: missingState(facts, module) };
  const last = counts.findLastIndex((count) => count > 0);
  let frame = -1;
  return counts.map((count, i) => {
    if (count > 0) frame = i;
    // A frame without a stated duration is shown until the next one.
    else if (missing.state === 'not_decoded' || frame < 0 || i > last) return missing;
    const light = lights[frame]!;
    const sharp = edges[frame]! < 0 ? null : edges[frame]!;
    const recall = worst(
      recallAt(module, 'brightness', light),
      sharp === null ? null : recallAt(module, 'sharpness', sharp),
    );
    // Shots are found in small pictures of every frame, not in stills.
    const seen = module === 'scenes' ? count : looks[i]!;
    const second = { ...EMPTY, recall, looks: seen, brightness: light, sharpness: sharp };
    if (light < minimumOf(table, 'brightness')) return { ...second, state: 'too_dark' };
    if (sharp !== null && sharp < minimumOf(table, 'sharpness')) return { ...second, state: 'too_blurred' };
    return { ...second, state: 'examined' };
  });
}

function worst(...recalls: readonly (number | null)[]): number | null {
  const known = recalls.filter((recall) => recall !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

function spanOf(seconds: readonly Second[], start: number, end: number): CoverageSpan {
  const mean = (key: 'looks' | 'brightness' | 'sharpness' | 'level' | 'noise') => {
    const values = seconds.map((second) => second[key]).filter((value) => value !== null);
    return values.length > 0 ? Math.round((10 * values.reduce((a, b) => a + b, 0)) / values.length) / 10 : null;
  };
  return {
    start_time: roundSeconds(start),
    end_time: roundSeconds(end),
    state: seconds[0]!.state,
    recall: seconds.reduce<number | null>((least, { recall }) => worst(least, recall), null),
    looks_per_second: mean('looks'),
    brightness: mean('brightness'),
    sharpness: mean('sharpness'),
    level_db: mean('level'),
    noise_db: mean('noise'),
  };
}
