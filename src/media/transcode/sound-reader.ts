import { openInput } from '../input.ts';
import { createAudioMix } from './audio-mix.ts';
import { AUDIO_SAMPLE_RATE, type AudioSink, AUDIO_CHANNELS as CHANNELS } from './audio-sink.ts';
import type { ReadPart } from './picture-reader.ts';
import { canSeek, createFeeder, seek } from './read-part.ts';

/** Samples per channel of silence that are interpolated at a time. */
const BLOCK = AUDIO_SAMPLE_RATE;

/** Sound of a part of a file, as far as it is asked for. */
export interface SoundReader {
  /** Delivers at least this many samples per channel since the start of the part, unless the file ends before. */
  until(count: number): Promise<void>;
  close(): void;
}

/**
 * @param speed seconds that a second of the file takes, near 1
 * @throws ReelscopeError as {@link openInput}; RetryRead from `until` if seeking missed the start
 */
export async function openSound(
  { path, range, signal, breathe, ...part }: ReadPart,
  speed: number,
  append: AudioSink['append'],
): Promise<SoundReader> {
  const hasSeeked = part.isSought && (await canSeek(path, { range, signal }));
  const input = await openInput(path, part.tracks);
  let delivered = 0;
  const deliver: AudioSink['append'] = (samples, offset, count) => {
    append(samples, offset, count);
    delivered += count;
  };
  const stretcher = speed === 1 ? { append: deliver, finish: () => {} } : createStretcher(speed, deliver);
  const mix = createAudioMix(input, range, stretcher.append);
  const { tracks, addAudio } = mix;
  const feeder = createFeeder(input, tracks, { window: range, hasSeeked, video: undefined, addAudio });
  if (hasSeeked) seek(input, range.start);
  let isEnded = false;
  return {
    async until(count) {
      while (!isEnded && delivered < count) {
        if (!feeder.next()) {
          for (const track of tracks) track.finish();
          mix.finish();
          stretcher.finish();
          isEnded = true;
        }
        await breathe(signal);
      }
    },
    close() {
      feeder.close();
      for (const track of tracks) track.close();
      input.close();
    },
  };
}

/**
 * Plays interleaved samples at another speed by cubic interpolation (Catmull-Rom), for the small differences of clocks.
 * @param speed length of the result per length of the source
 */
export function createStretcher(speed: number, append: AudioSink['append']): AudioSink & { close(): void } {
  /** Samples that are still needed; before the first one, there is silence. */
  let pending: Float32Array = new Float32Array(CHANNELS);
  /** Position of the first kept sample in the source. */
  let first = -1;
  let written = 0;

  const push = (samples: Float32Array): void => {
    const joined = new Float32Array(pending.length + samples.length);
    joined.set(pending);
    joined.set(samples, pending.length);
    const end = first + joined.length / CHANNELS;
    // The sample at a position lies between its neighbors, of which the second next is the last to arrive.
    const count = Math.max(0, Math.ceil((end - 2) * speed) - written);
    const stretched = new Float32Array(count * CHANNELS);
    for (let i = 0; i < count; i++) {
      const position = (written + i) / speed;
      const whole = Math.floor(position);
      const base = (whole - 1 - first) * CHANNELS;
      for (let c = 0; c < CHANNELS; c++) stretched[i * CHANNELS + c] = cubic(joined, base + c, position - whole);
    }
    if (count > 0) append(stretched, 0, count);
    written += count;
    const needed = Math.max(first, Math.floor(written / speed) - 1);
    pending = joined.slice((needed - first) * CHANNELS);
    first = needed;
  };

  return {
    append(samples, offset, count) {
      for (let done = 0; done < count; done += BLOCK) {
        const part = Math.min(BLOCK, count - done);
        const from = (offset + done) * CHANNELS;
        push(samples ? samples.subarray(from, from + part * CHANNELS) : new Float32Array(part * CHANNELS));
      }
    },
    finish: () => push(new Float32Array(2 * CHANNELS)),
    close() {},
  };
}

/** Value between the second and the third of four samples of a channel (Catmull-Rom). @param part 0 to 1 */
function cubic(samples: Float32Array, first: number, part: number): number {
  const [a, b, c, d] = [0, 1, 2, 3].map((i) => samples[first + i * CHANNELS]!) as [number, number, number, number];
  return b + (part / 2) * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)));
}
