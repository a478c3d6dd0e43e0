import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { Findings } from '../shared/findings/findings.ts';
import type { Sentence } from '../shared/findings/sentences.ts';
import { soundKind } from '../shared/findings/sounds.ts';
import type { Title } from '../shared/findings/titles.ts';
import { refersBack } from '../shared/text/refers-back.ts';

/** An instant at which a chapter may start. */
export interface Candidate {
  time: number;
  /** How well the video's form allows it, in nats: positive at pauses and cuts, negative in mid-sentence. */
  bonus: number;
}

/** More instants than this cost time and are nearer to each other than a viewer would notice. */
const SLOTS = 300;
const SHOT_BONUS = 1.5;
/** Of a change between two speakers who both talk for `LONG_TURN` seconds; those of a dialog count less. */
const SPEAKER_BONUS_MAX = 1.5;
const LONG_TURN = 20;
const SILENCE_BONUS_MAX = 3;
const PAUSE_BONUS_MAX = 2;
const CUT_OFF_MALUS_MAX = 6;
/** Against a start at a sentence that refers to the one before. */
const REFERRING_MALUS = 8;
/** Speech recognition and cuts disagree by this much (seconds) about the same instant. */
const SLACK = 0.3;
/** A title has faded in this long after its shot began, at most (seconds). */
const TITLE_LATENESS = 4;

/** Instants at which a chapter may start, in time order, without 0 and the end. */
export function candidatesOf({ duration, of }: Findings, sentences: readonly Sentence[]): Candidate[] {
  const shots = of('scenes').map(({ start_time }) => start_time);
  const silences = of('audioevents').filter((sound) => soundKind(sound) === 'silence');
  const times = new Map<number, number>();
  const add = (time: number, bonus: number) => {
    if (time > 0 && time < duration) times.set(time, Math.max(bonus, times.get(time) ?? 0));
  };
  for (const time of shots) add(time, SHOT_BONUS);
  for (const { start } of sentences) add(start, 0);
  const referring = new Set(sentences.filter(({ text }) => refersBack(text)).map(({ start }) => start));
  for (const { end_time } of silences) add(end_time, 0);
  const changes = speakerChanges(of('transcription'));
  for (const time of changes.keys()) add(time, 0);
  for (const module of ['ocr', 'visualelements', 'logos'] as const) {
    for (const { start_time } of of(module)) add(start_time, 0);
  }
  const quiet = stretchLookup(
    silences.map(({ start_time, end_time }) => ({ start: start_time - SLACK, end: end_time + SLACK })),
  );
  const pauses = stretchLookup(pausesBetween(sentences));
  const speech = stretchLookup(sentences);
  const candidates = [...times].map(([time, bonus]) => {
    const pause = pauses(time);
    const silence = quiet(time);
    const said = speech(time);
    const depth = said ? Math.min(time - said.start, said.end - time) - SLACK : 0;
    const rest =
      (silence ? Math.min(SILENCE_BONUS_MAX, silence.end - silence.start - 2 * SLACK) : 0) +
      (pause ? Math.min(PAUSE_BONUS_MAX, (pause.end - pause.start) / 2) : 0) +
      (changes.get(time) ?? 0) -
      Math.min(CUT_OFF_MALUS_MAX, Math.max(0, depth * 3)) -
      (referring.has(time) ? REFERRING_MALUS : 0);
    return { time, bonus: bonus + rest };
  });
  const slots = Map.groupBy(candidates, ({ time }) => Math.floor((time / duration) * SLOTS));
  return [...slots.values()]
    .map((slot) => slot.reduce((best, one) => (one.bonus > best.bonus ? one : best)))
    .sort((a, b) => a.time - b.time);
}

/** The chapter starts that on-screen titles call for: at their shot's start where that is near, `minimum` apart. */
export function titleStarts(titles: readonly Title[], findings: Findings, minimum: number): number[] {
  const shots = findings.of('scenes').map(({ start_time }) => start_time);
  const weight = ({ kind, lineHeight, start, end }: Title) =>
    (kind === 'card' ? 10 : 0) + lineHeight * 10 + Math.min(1, (end - start) / minimum);
  const starts: number[] = [0, findings.duration];
  for (const title of [...titles].sort((a, b) => weight(b) - weight(a) || a.start - b.start)) {
    const shot = shots.findLast((time) => time <= title.start + SLACK);
    const start = shot !== undefined && title.start - shot <= TITLE_LATENESS ? shot : title.start;
    const apart = title.kind === 'card' ? minimum / 2 : minimum;
    if (starts.every((other) => Math.abs(other - start) >= apart)) starts.push(start);
  }
  return starts.filter((time) => time > 0 && time < findings.duration).sort((a, b) => a - b);
}

/** Bonuses of the instants at which another speaker begins, by the lengths of the turns before and after. */
function speakerChanges(lines: readonly SegmentDraft[]): Map<number, number> {
  const turns: { speaker: string; start: number; end: number }[] = [];
  for (const { data, start_time, end_time } of lines) {
    const speaker = data?.speaker_id;
    const last = turns.at(-1);
    if (speaker === undefined) continue;
    if (last?.speaker === speaker) last.end = end_time;
    else turns.push({ speaker, start: start_time, end: end_time });
  }
  return new Map(
    turns.slice(1).map(({ start, end }, i) => {
      const { start: from, end: to } = turns[i]!;
      return [start, Math.min(1, (to - from) / LONG_TURN, (end - start) / LONG_TURN) * SPEAKER_BONUS_MAX];
    }),
  );
}

interface Stretch {
  start: number;
  end: number;
}

function pausesBetween(sentences: readonly Sentence[]): Stretch[] {
  const pauses: Stretch[] = [];
  let reached = Number.POSITIVE_INFINITY;
  for (const { start, end } of sentences) {
    if (start - reached >= 1) pauses.push({ start: reached - SLACK, end: start + SLACK });
    reached = reached === Number.POSITIVE_INFINITY ? end : Math.max(reached, end);
  }
  return pauses;
}

/** Finds the stretch, of stretches in time order, that an instant lies in: the last one begun, if it lasts. */
function stretchLookup(stretches: readonly Stretch[]): (time: number) => Stretch | undefined {
  return (time) => {
    let [low, high] = [0, stretches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (stretches[middle]!.start <= time) low = middle + 1;
      else high = middle;
    }
    const stretch = stretches[low - 1];
    return stretch && time <= stretch.end ? stretch : undefined;
  };
}
