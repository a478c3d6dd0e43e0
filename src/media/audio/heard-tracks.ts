import type { TrackTiers } from './track-roles.ts';

/** Seconds of speech from which on a track of the recording carries speech, and one in another language replaces it. */
const MIN_SPEECH_SECONDS = 1;
const MIN_OTHER_SPEECH_SECONDS = 2;
/** Seconds of simultaneous speech that show whether two tracks are alternatives: dubs begin and end together. */
const MIN_COMPARED_SECONDS = 4;
/** Alternatives speak at the same time for more than this share of the shorter one's speech. */
const SIMULTANEOUS_SHARE = 0.6;
/**
 * Correlation of levels above which two tracks hear the same voice: measured 0.8 to 0.95 for microphones of one room,
 * -0.1 to 0.15 for others.
 */
const SAME_VOICE_CORRELATION = 0.5;

/** Activity of a track, including what lies ahead. */
export interface TrackActivity {
  readonly number: number;
  readonly soundSeconds: number;
  readonly speechSeconds: number;
}

/** Simultaneous speech of two tracks by number: seconds, and the correlation of their levels. */
export type CompareSpeech = (a: number, b: number) => { seconds: number; correlation: number };

/**
 * Returns the numbers of the tracks to mix: those of the recording that carry speech; if none does, one in another
 * language that does; if there is no speech, all of the recording that sound, or else the first other one that does.
 * Pure.
 * @param active tracks that go on
 */
export function tracksToHear(tiers: TrackTiers, active: readonly TrackActivity[], compare: CompareSpeech): number[] {
  const known = new Map(active.map((track) => [track.number, track]));
  const of = (numbers: readonly number[]) => numbers.flatMap((number) => known.get(number) ?? []);
  const own = of(tiers.own).filter(({ soundSeconds }) => soundSeconds > 0);
  const speaking = own.filter(({ speechSeconds }) => speechSeconds >= MIN_SPEECH_SECONDS);
  if (speaking.length > 0) return withoutAlternatives(speaking, compare);
  const languages = of(tiers.languages).filter(({ soundSeconds }) => soundSeconds > 0);
  const spoken = languages.find(({ speechSeconds }) => speechSeconds >= MIN_OTHER_SPEECH_SECONDS);
  if (spoken) return [spoken.number];
  if (own.length > 0) return own.map(({ number }) => number);
  const rest = [...languages, ...of(tiers.others).filter(({ soundSeconds }) => soundSeconds > 0)];
  const next = rest.find(({ speechSeconds }) => speechSeconds >= MIN_SPEECH_SECONDS) ?? rest[0];
  return next ? [next.number] : of(tiers.own).map(({ number }) => number);
}

/**
 * Leaves out tracks that say something else at the same time as an earlier one, such as a dub without a stated
 * language.
 */
function withoutAlternatives(speaking: readonly TrackActivity[], compare: CompareSpeech): number[] {
  const taken: TrackActivity[] = [];
  for (const track of speaking) if (!taken.some((other) => areAlternatives(other, track, compare))) taken.push(track);
  return taken.map(({ number }) => number);
}

function areAlternatives(a: TrackActivity, b: TrackActivity, compare: CompareSpeech): boolean {
  const { seconds, correlation } = compare(a.number, b.number);
  const shorter = Math.min(a.speechSeconds, b.speechSeconds);
  return (
    seconds >= MIN_COMPARED_SECONDS && seconds > SIMULTANEOUS_SHARE * shorter && correlation < SAME_VOICE_CORRELATION
  );
}
