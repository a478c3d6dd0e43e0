/** A line of speech on the clock of an event, in seconds. */
interface HeardLine {
  recording: string;
  start: number;
  end: number;
  /** 0 to 1. */
  confidence: number;
}

/** Overlap of two lines that still follow each other, in seconds. */
const MAX_OVERLAP = 0.3;
/** Seconds of clear speech that a change to another recording must gain. */
const CHANGE_COST = 1;

/**
 * Chooses the clearest lines at each time, so that nothing is repeated, and those that only one recording heard. Pure.
 * @returns in time order
 */
export function bestHeardLines<Line extends HeardLine>(lines: readonly Line[]): Line[] {
  const chosen = clearestLines(lines);
  // A line may be too short for a change to its recording, and yet be the only one at its time.
  for (const line of lines) if (chosen.every((other) => isApart(line, other))) chosen.push(line);
  return chosen.sort((a, b) => a.start - b.start);
}

function isApart(line: HeardLine, other: HeardLine): boolean {
  const overlap = Math.min(line.end, other.end) - Math.max(line.start, other.start);
  return overlap <= Math.min(MAX_OVERLAP, (line.end - line.start) / 4);
}

/** Lines without overlap whose seconds, weighted by confidence, are most together (weighted interval scheduling). */
function clearestLines<Line extends HeardLine>(lines: readonly Line[]): Line[] {
  const sorted = lines.toSorted((a, b) => a.end - b.end);
  /** Best choices that end with a line of a recording, by recording, in the order of their ends. */
  const byRecording = new Map<string, Choice<Line>[]>();
  let best: Choice<Line> | undefined;
  for (const line of sorted) {
    let before: Choice<Line> | undefined;
    let value = 0;
    for (const [recording, choices] of byRecording) {
      const last = lastBefore(choices, line.start + MAX_OVERLAP);
      if (!last) continue;
      const gained = last.value - (recording === line.recording ? 0 : CHANGE_COST);
      if (gained > value) [before, value] = [last, gained];
    }
    const choice = { line, before, value: value + (line.end - line.start) * line.confidence ** 2 };
    const own = byRecording.get(line.recording) ?? [];
    byRecording.set(line.recording, own);
    const highest = own.at(-1);
    // A choice is kept with the best one up to its end.
    own.push({ end: line.end, ...(highest && highest.value > choice.value ? withoutEnd(highest) : choice) });
    if (!best || choice.value > best.value) best = { end: line.end, ...choice };
  }
  const chosen: Line[] = [];
  for (let at = best; at; at = at.before) chosen.push(at.line);
  return chosen.reverse();
}

interface Choice<Line> {
  end: number;
  line: Line;
  before: Choice<Line> | undefined;
  value: number;
}

function withoutEnd<Line>({ line, before, value }: Choice<Line>): Omit<Choice<Line>, 'end'> {
  return { line, before, value };
}

/** The last choice that ends before a time. */
function lastBefore<Line>(choices: readonly Choice<Line>[], time: number): Choice<Line> | undefined {
  let [low, high] = [0, choices.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (choices[middle]!.end <= time) low = middle + 1;
    else high = middle;
  }
  return choices[low - 1];
}
