import { roundSeconds } from '../../base/time.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import { groupOfSound } from '../../core/labels/sound-labels.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { NamedSound } from './named-sounds.ts';
import type { SoundRange } from './ranges.ts';
import { FRAME_SECONDS, type Frames } from './recording.ts';
import type { Sound } from './states.ts';

const LABELS = {
  speech: 'speech',
  other: 'music or noise',
  silence: 'silence',
} as const satisfies Record<Sound, string>;

/** Mean tonality (see tonality.ts) of held notes, and of noise; between them nothing is claimed. */
const MUSIC_TONALITY = 0.3;
const NOISE_TONALITY = 0.08;
/** A sound whose lines are the same a second later is a hum and no music. */
const HUM_SHARE = 0.7;

/** Segments that cover the recording up to `duration` seconds. */
export function toSegments(ranges: readonly SoundRange[], frames: Frames, duration: number): SegmentDraft[] {
  return ranges.map((range) => {
    const kind = range.sound === 'other' ? kindOf(range, frames) : null;
    const { message: content, text } = sentence(`sound.${range.sound}`);
    return {
      content,
      start_time: roundSeconds(Math.min(range.start * FRAME_SECONDS, duration)),
      end_time: roundSeconds(Math.min(range.end * FRAME_SECONDS, duration)),
      data: {
        text,
        label: LABELS[range.sound],
        ...(range.sound === 'speech' ? { confidence: Math.round(mean(frames.speech, range) / 2.55) / 100 } : {}),
        level_db: Math.round(mean(frames.level, range)),
        ...(kind ? { kind } : {}),
      },
    };
  });
}

/** Segments of named sounds. */
export function namedSegments(sounds: readonly NamedSound[], frames: Frames): SegmentDraft[] {
  return sounds.map(({ label, start, end, confidence }) => {
    const { message: content, text } = sentence(`sound.${label}`);
    const first = Math.min(Math.floor(start / FRAME_SECONDS), frames.count - 1);
    const last = Math.min(Math.ceil(end / FRAME_SECONDS), frames.count);
    return {
      content,
      start_time: roundSeconds(start),
      end_time: roundSeconds(end),
      data: {
        text,
        label,
        group: groupOfSound(label),
        confidence: Math.round(confidence * 100) / 100,
        level_db: Math.round(mean(frames.level, { start: first, end: last })),
      },
    };
  });
}

/** Music or noise, if the evidence is clear. */
function kindOf(range: SoundRange, frames: Frames): 'music' | 'noise' | null {
  const short = mean(frames.short, range) / 127;
  const long = mean(frames.long, range) / 127;
  if (short <= NOISE_TONALITY) return 'noise';
  if (short < MUSIC_TONALITY) return null;
  return long >= HUM_SHARE * short ? 'noise' : 'music';
}

function mean(values: Int8Array | Uint8Array, { start, end }: Pick<SoundRange, 'start' | 'end'>): number {
  let sum = 0;
  for (let i = start; i < end; i++) sum += values[i]!;
  return sum / (end - start);
}
