import { createRealSpectrum } from '../../core/signal/real-spectrum.ts';
import { FRAMES_PER_SECOND, SIGNS_PER_SECOND, SYNC_BANDS, type SyncFeatures } from '../../core/sync/features.ts';
import { AUDIO_SAMPLE_RATE, type MediaConsumer } from '../../media/frames.ts';
import { melScaleFilters } from '../../models/speech/onnx/mel.ts';

/** Frames of 32 ms every 10 ms, at half the rate: half the work. */
const SIZE = 256;
const HOP = SIGNS_PER_SECOND / FRAMES_PER_SECOND;
const REDUCTION = AUDIO_SAMPLE_RATE / SIGNS_PER_SECOND;
const [LOW_HERTZ, HIGH_HERTZ] = [100, 3900];
/** Feedback of a high pass at 80 Hz: wind and steps hide the rest. */
const RUMBLE = 0.94;
/** Pressure below which a sample is silent. */
const MIN_PRESSURE = 1e-7;
/** Magnitude below which a band is silent: the noise of 16 bits. */
const SILENCE = 1e-3;
/** Frames over which the level of a band rises. */
const RISE_FRAMES = 2;
/** A rise by a factor of e is 48. */
const RISE_SCALE = 48;
/** Frames of the surroundings of an onset. */
const SURROUNDINGS = 150;
/** Smallest deviation of the surroundings: less is the noise of a silent passage. */
const MIN_DEVIATION = 4;
/** Value of an onset that deviates by one standard deviation. */
const DEVIATION_SCALE = 24;

/**
 * Measures what is compared of a recording. Onset strength per mel band as of Böck and Widmer ("Maximum filter vibrato
 * suppression for onset detection", DAFx 2013), without the filter: logarithmic magnitudes, their rise over 20 ms,
 * half-wave rectified. Each band is then set against its surroundings of three seconds, so that neither gain, nor a low
 * pass, nor a loud passage weighs.
 */
export function createFeatureMeter(): MediaConsumer & { finish(): SyncFeatures } {
  const rises = Array.from({ length: SYNC_BANDS }, () => new GrowingBytes());
  const signs = new GrowingBytes();
  const bands = createBands();
  const past = Array.from({ length: RISE_FRAMES + 1 }, () => new Float64Array(SYNC_BANDS));
  const buffer = new Float32Array(SIZE);
  let [filled, frames, within, sum] = [0, 0, 0, 0];
  const onFrame = () => {
    const level = past[frames % past.length]!;
    bands(buffer, level);
    const before = past[(frames + 1) % past.length]!;
    for (let band = 0; band < SYNC_BANDS; band++) {
      const rise = frames < RISE_FRAMES ? 0 : Math.max(0, level[band]! - before[band]!);
      rises[band]!.push(Math.min(255, Math.round(rise * RISE_SCALE)));
    }
    frames++;
  };
  const sign = createSignWriter(signs);
  return {
    needs: { audio: true },
    onAudio({ samples }) {
      for (let i = 0; i < samples.length; i++) {
        sum += samples[i]!;
        if (++within < REDUCTION) continue;
        buffer[filled++] = sum;
        sign.push(sum);
        within = 0;
        sum = 0;
        if (filled < SIZE) continue;
        onFrame();
        buffer.copyWithin(0, HOP);
        filled -= HOP;
      }
    },
    finish() {
      const onsets = new Int8Array(SYNC_BANDS * frames);
      for (const [band, bytes] of rises.entries()) {
        standOut(bytes.values(), onsets.subarray(band * frames, (band + 1) * frames));
      }
      return { frames, onsets, samples: sign.count(), signs: signs.values() };
    },
  };
}

/** Logarithmic magnitudes of the bands of {@link SIZE} samples. */
function createBands() {
  const spectrum = createRealSpectrum(SIZE);
  const window = Float64Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE));
  const filters = melScaleFilters({ bands: SYNC_BANDS, low: LOW_HERTZ, high: HIGH_HERTZ, fftSize: SIZE * REDUCTION });
  const windowed = new Float64Array(SIZE);
  const magnitude = new Float64Array(SIZE / 2);
  return (samples: Float32Array, into: Float64Array): void => {
    for (let i = 0; i < SIZE; i++) windowed[i] = samples[i]! * window[i]!;
    spectrum(windowed, magnitude);
    for (let band = 0; band < SYNC_BANDS; band++) {
      const { first, weights } = filters[band]!;
      let sum = 0;
      for (let i = 0; i < weights.length; i++) sum += weights[i]! * magnitude[first + i]!;
      into[band] = Math.log(sum + SILENCE);
    }
  };
}

/** Mean and deviation of the surroundings make a rise comparable; the result is clipped to a byte. */
function standOut(rises: Uint8Array, into: Int8Array): void {
  let [sum, squares] = [0, 0];
  const count = (at: number, by: 1 | -1) => {
    const rise = rises[at];
    if (rise === undefined) return;
    sum += by * rise;
    squares += by * rise * rise;
  };
  for (let i = 0; i < SURROUNDINGS; i++) count(i, 1);
  for (let i = 0; i < rises.length; i++) {
    count(i + SURROUNDINGS, 1);
    count(i - SURROUNDINGS - 1, -1);
    const length = Math.min(rises.length, i + SURROUNDINGS + 1) - Math.max(0, i - SURROUNDINGS);
    const mean = sum / length;
    const deviation = Math.max(MIN_DEVIATION, Math.sqrt(Math.max(0, squares / length - mean * mean)));
    into[i] = Math.max(-127, Math.min(127, Math.round((DEVIATION_SCALE * (rises[i]! - mean)) / deviation)));
  }
}

/** Packs the signs of samples into bits. Silence gets random ones, so that it is like no other silence. */
function createSignWriter(into: GrowingBytes) {
  let [count, before, pressure, byte] = [0, 0, 0, 0];
  return {
    push(sample: number): void {
      pressure = sample - before + RUMBLE * pressure;
      before = sample;
      if (Math.abs(pressure) < MIN_PRESSURE ? Math.random() < 0.5 : pressure > 0) byte |= 1 << (count % 8);
      if (++count % 8 === 0) {
        into.push(byte);
        byte = 0;
      }
    },
    /** Number of complete signs; up to seven at the end are left out. */
    count: () => count - (count % 8),
  };
}

/** Bytes that arrive one at a time. */
class GrowingBytes {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }

  values(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}
