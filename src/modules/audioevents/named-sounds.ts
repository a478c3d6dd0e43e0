import { SOUND_GROUPS, SOUND_LABELS, type SoundLabel } from '../../core/labels/sound-labels.ts';
import { PATCH_HOP_SECONDS, PATCH_SECONDS } from '../../models/sounds/index.ts';
import { SOUND_RULES, SUSTAINED_SECONDS, THRESHOLD } from './sound-classes.ts';

/** A named sound and its time. */
export interface NamedSound {
  label: SoundLabel;
  /** Seconds. */
  start: number;
  end: number;
  /** Probability of its surest moment, 0..1. */
  confidence: number;
}

/** A sound goes on at this share of its threshold, once found. */
const CONTINUATION = 0.5;
/** Barks, shots, and rings this near (seconds) are one finding. */
const MAX_GAP_SECONDS = 1.5;
/** Minimum length of a sound outside silence (seconds). */
const MIN_SECONDS = 0.1;
/** A generic sound must be this much more probable than the others of its group. */
const GENERIC_FACTOR = 0.6;
const SUSTAINED_PATCHES = Math.round(SUSTAINED_SECONDS / PATCH_HOP_SECONDS);

/** Collects the probabilities of the named sounds; a byte for each and patch (0.5 MB an hour). */
export class SoundEvidence {
  readonly #rules: readonly { classes: readonly number[]; unless: readonly number[] }[];
  readonly #patches: Uint8Array[] = [];

  /** @param classes names of the recognizer's classes, in order. @throws Error if one of a rule is missing */
  constructor(classes: readonly string[]) {
    const places = new Map(classes.map((name, index) => [name, index]));
    const placeOf = (name: string): number => {
      const place = places.get(name);
      if (place === undefined) throw new Error(`The sound recognizer has no class ${name}.`);
      return place;
    };
    this.#rules = SOUND_LABELS.map((label) => {
      const { classes: own, unless = [] } = SOUND_RULES[label];
      return { classes: own.map(placeOf), unless: unless.map(placeOf) };
    });
  }

  /** The next patches, with the probabilities of all classes. */
  add(patches: readonly Float32Array[]): void {
    for (const scores of patches) {
      const most = (places: readonly number[]) => Math.max(0, ...places.map((place) => scores[place]!));
      const probabilities = this.#rules.map((rule) => {
        const own = most(rule.classes);
        return own > most(rule.unless) ? Math.round(255 * own) : 0;
      });
      this.#patches.push(Uint8Array.from(probabilities));
    }
  }

  /**
   * Named sounds in time order.
   * @param duration of the recording, in seconds
   * @param silences in seconds, in time order; no sound reaches into them
   */
  sounds(duration: number, silences: readonly { start: number; end: number }[] = []): NamedSound[] {
    const patches = this.#patches.map(withoutRivals);
    return SOUND_LABELS.flatMap((label, index) => {
      const { isSustained } = SOUND_RULES[label];
      const track = Float32Array.from(patches, (patch) => patch[index]!);
      return joined(withoutSilence(soundsIn(label, isSustained ? smoothed(track) : track, duration), silences));
    }).sort((a, b) => a.start - b.start || b.confidence - a.confidence);
  }
}

/** Joins sounds with short gaps between them. */
function joined(sounds: readonly NamedSound[]): NamedSound[] {
  const all: NamedSound[] = [];
  for (const sound of sounds) {
    const last = all.at(-1);
    if (last && sound.start - last.end <= MAX_GAP_SECONDS) {
      last.end = sound.end;
      last.confidence = Math.max(last.confidence, sound.confidence);
    } else all.push({ ...sound });
  }
  return all;
}

/**
 * Ends sounds where silence begins, and starts them where it ends; of those in silence nothing is left, such as of a
 * patch that has only the end of a siren.
 */
function withoutSilence(
  sounds: readonly NamedSound[],
  silences: readonly { start: number; end: number }[],
): NamedSound[] {
  return sounds
    .map((sound) => {
      const covers = (time: number) => silences.find(({ start, end }) => start <= time && time <= end);
      return {
        ...sound,
        start: covers(sound.start)?.end ?? sound.start,
        end: covers(sound.end)?.start ?? sound.end,
      };
    })
    .filter(({ start, end }) => end - start >= MIN_SECONDS);
}

const GROUPS = SOUND_GROUPS.map(({ labels }) => labels.map((label) => SOUND_LABELS.indexOf(label)));
const WEIGHTS = SOUND_LABELS.map((label) => (SOUND_RULES[label].isGeneric ? GENERIC_FACTOR : 1));

/** Probabilities (0..1) of one patch, of each group only the most probable sound: a horse is not also a cow. */
function withoutRivals(patch: Uint8Array): Float32Array {
  const left = new Float32Array(patch.length);
  for (const group of GROUPS) {
    const weight = (index: number) => patch[index]! * WEIGHTS[index]!;
    const best = group.reduce((a, b) => (weight(b) > weight(a) ? b : a));
    left[best] = patch[best]! / 255;
  }
  return left;
}

/** Mean over {@link SUSTAINED_SECONDS} around each patch; of a shorter recording over that time as well. */
function smoothed(track: Float32Array): Float32Array {
  const half = Math.floor(SUSTAINED_PATCHES / 2);
  let sum = 0;
  for (let i = 0; i < Math.min(half, track.length); i++) sum += track[i]!;
  return track.map((_, i) => {
    sum += (track[i + half] ?? 0) - (track[i - half - 1] ?? 0);
    return sum / (2 * half + 1);
  });
}

function soundsIn(label: SoundLabel, track: Float32Array, duration: number): NamedSound[] {
  const threshold = SOUND_RULES[label].threshold ?? THRESHOLD;
  const sounds: NamedSound[] = [];
  for (let i = 0; i < track.length; i++) {
    if (track[i]! < threshold * CONTINUATION) continue;
    const first = i;
    let confidence = 0;
    while (i < track.length && track[i]! >= threshold * CONTINUATION) confidence = Math.max(confidence, track[i++]!);
    if (confidence < threshold) continue;
    sounds.push({ label, ...rangeOf(first, i - 1, track.length, duration), confidence });
  }
  return sounds;
}

/**
 * Time of patches. Neighbors overlap by half, so each stands for the middle half of its time; the first and last for
 * their edge too.
 */
function rangeOf(first: number, last: number, count: number, duration: number): { start: number; end: number } {
  const margin = (PATCH_SECONDS - PATCH_HOP_SECONDS) / 2;
  const start = first === 0 ? 0 : first * PATCH_HOP_SECONDS + margin;
  const end = last === count - 1 ? duration : last * PATCH_HOP_SECONDS + PATCH_SECONDS - margin;
  return { start: Math.min(start, duration), end: Math.min(end, duration) };
}
