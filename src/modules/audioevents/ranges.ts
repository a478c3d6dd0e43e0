import { FRAME_SECONDS, type Frames } from './recording.ts';
import { mostProbableStates, OTHER, SILENCE, SOUNDS, type Sound, SPEECH, silenceLevel } from './states.ts';

/** Frames from `start` up to but not including `end` that sound alike. */
export interface SoundRange {
  readonly sound: Sound;
  readonly start: number;
  readonly end: number;
}

interface Run {
  state: number;
  start: number;
  end: number;
}

/** Maximum pause of a speaker with background noise, and with digital silence as after an edit, in seconds. */
const PAUSE_SECONDS = 1.2;
const DEAD_PAUSE_SECONDS = 0.6;
const DEAD_DB = -85;
/**
 * A pause is quieter than the speech around it by this much (dB); louder things between words are sounds of their own.
 */
const PAUSE_DROP_DB = 12;
/** Breath, hiss and room before and after words that belongs to them (seconds). */
const EDGE_SECONDS = 0.5;
/** The network needs some time to be sure of the first word after silence (seconds). */
const ONSET_SECONDS = 0.4;
/** Minimum length of a sound, in seconds. */
const MIN_SPEECH_SECONDS = 0.25;
const MIN_SILENCE_SECONDS = 0.3;
const MIN_OTHER_SECONDS = 0.15;
/** Speech starts and ends softly: it reaches out to where the level leaves silence, at most so far (seconds). */
const SOFT_EDGE_SECONDS = 0.2;

/** Divides a recording into ranges that follow each other without gaps; neighbors differ. */
export function soundRanges(frames: Frames): SoundRange[] {
  const silentBelowDb = silenceLevel(frames);
  let runs = toRuns(mostProbableStates(frames, silentBelowDb));
  runs = replace(runs, (run, before, after) => {
    const length = seconds(run);
    if (run.state === SPEECH && length < MIN_SPEECH_SECONDS) return before?.state ?? after?.state ?? OTHER;
    return run.state;
  });
  softenEdges(runs, frames, silentBelowDb);
  runs = replace(runs, (run, before, after) => bridged(run, before, after, frames));
  runs = replace(runs, (run, before, after) => {
    const tooShort =
      seconds(run) < (run.state === SILENCE ? MIN_SILENCE_SECONDS : run.state === OTHER ? MIN_OTHER_SECONDS : 0);
    return tooShort ? (longer(before, after)?.state ?? run.state) : run.state;
  });
  return runs.map(({ state, start, end }) => ({ sound: SOUNDS[state]!, start, end }));
}

/** The state of a pause between words or at their edge is speech. */
function bridged(run: Run, before: Run | undefined, after: Run | undefined, frames: Frames): number {
  const talk = [before, after].filter((neighbor) => neighbor?.state === SPEECH);
  if (run.state === SPEECH || talk.length === 0) return run.state;
  const between = talk.length === 2;
  const pause = meanLevel(frames, run) < DEAD_DB ? DEAD_PAUSE_SECONDS : PAUSE_SECONDS;
  if (run.state === SILENCE) return between && seconds(run) <= pause ? SPEECH : SILENCE;
  if (before?.state === SILENCE && seconds(run) <= ONSET_SECONDS) return SPEECH;
  if (seconds(run) > (between ? pause : EDGE_SECONDS)) return run.state;
  const quieter = talk.every((neighbor) => meanLevel(frames, run) <= meanLevel(frames, neighbor!) - PAUSE_DROP_DB);
  return quieter ? SPEECH : run.state;
}

/** Moves the boundaries between speech and silence to where the sound begins and ends. */
function softenEdges(runs: Run[], { level }: Frames, silentBelowDb: number): void {
  const reach = Math.round(SOFT_EDGE_SECONDS / FRAME_SECONDS);
  for (const [index, run] of runs.entries()) {
    const after = runs[index + 1];
    if (!after) break;
    if (run.state === SILENCE && after.state === SPEECH) {
      let start = after.start;
      while (start > Math.max(run.start + 1, after.start - reach) && level[start - 1]! > silentBelowDb) start--;
      run.end = after.start = start;
    } else if (run.state === SPEECH && after.state === SILENCE) {
      let end = run.end;
      while (end < Math.min(after.end - 1, run.end + reach) && level[end]! > silentBelowDb) end++;
      run.end = after.start = end;
    }
  }
}

function toRuns(states: Uint8Array): Run[] {
  const runs: Run[] = [];
  for (const [index, state] of states.entries()) {
    const last = runs.at(-1);
    if (last?.state === state) last.end = index + 1;
    else runs.push({ state, start: index, end: index + 1 });
  }
  return runs;
}

/** Assigns new states to runs from their old ones, and joins equal neighbors. */
function replace(runs: readonly Run[], choose: (run: Run, before?: Run, after?: Run) => number): Run[] {
  const states = runs.map((run, index) => choose(run, runs[index - 1], runs[index + 1]));
  const joined: Run[] = [];
  for (const [index, run] of runs.entries()) {
    const last = joined.at(-1);
    if (last && last.state === states[index]) last.end = run.end;
    else joined.push({ ...run, state: states[index]! });
  }
  return joined;
}

function longer(a: Run | undefined, b: Run | undefined): Run | undefined {
  return !a || (b && seconds(b) > seconds(a)) ? b : a;
}

function seconds(run: Run): number {
  return (run.end - run.start) * FRAME_SECONDS;
}

/** Mean power in dB. */
function meanLevel({ level }: Frames, { start, end }: Run): number {
  let power = 0;
  for (let i = start; i < end; i++) power += 10 ** (level[i]! / 10);
  return 10 * Math.log10(power / (end - start));
}
