/** Each level contains the maximum of four peaks of the previous one. */
const FOLD = 4;
/** Maximum gain, so that background noise isn't drawn like speech. */
const GAIN_MAX = 6;

export interface Waveform {
  peaksPerSecond: number;
  /** Vertical gain for quiet recordings. */
  gain: number;
  /** Levels from fine to coarse. */
  levels: readonly Uint8Array[];
}

/** Visible part of the recording, in seconds. */
interface View {
  start: number;
  span: number;
}

/** @param base64 one byte per peak */
export function readWaveform(base64: string, peaksPerSecond: number): Waveform {
  const text = atob(base64);
  const peaks = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) peaks[i] = text.charCodeAt(i);
  return createWaveform(peaks, peaksPerSecond);
}

/** @param peaks 255 = full scale */
export function createWaveform(peaks: Uint8Array, peaksPerSecond: number): Waveform {
  const levels = downsamplePeaks(peaks);
  const loudest = Math.max(1, ...levels.at(-1)!);
  return { peaksPerSecond, levels, gain: Math.min(GAIN_MAX, 255 / loudest) };
}

function downsamplePeaks(peaks: Uint8Array): Uint8Array[] {
  const levels = [peaks];
  for (let level = peaks; level.length > FOLD; ) {
    const next = new Uint8Array(Math.ceil(level.length / FOLD));
    for (let i = 0; i < level.length; i++) {
      const at = Math.floor(i / FOLD);
      if (level[i]! > next[at]!) next[at] = level[i]!;
    }
    levels.push(next);
    level = next;
  }
  return levels;
}

/** The loudness of each column of pixels, 0..1; what lies beyond the sound is silent. */
export function columnsOf(waveform: Waveform, view: View, width: number, step: number): Float32Array {
  const { peaksPerSecond, levels, gain } = waveform;
  const count = Math.ceil(width / step);
  const columns = new Float32Array(count);
  const perColumn = (view.span * peaksPerSecond * step) / Math.max(1, width);
  const level = Math.min(levels.length - 1, Math.max(0, Math.floor(Math.log(perColumn) / Math.log(FOLD))));
  const peaks = levels[level]!;
  const rate = peaksPerSecond / FOLD ** level;
  for (let i = 0; i < count; i++) {
    const from = (view.start + (i * step * view.span) / width) * rate;
    const to = (view.start + ((i + 1) * step * view.span) / width) * rate;
    let loudest = 0;
    for (let at = Math.max(0, Math.floor(from)); at < Math.min(peaks.length, Math.max(to, from + 0.01)); at++) {
      if (peaks[at]! > loudest) loudest = peaks[at]!;
    }
    columns[i] = Math.min(1, (loudest * gain) / 255);
  }
  return columns;
}

/** Height of a peak, 0..1, between linear amplitude and loudness, to keep quiet speech visible. */
export function heightOf(peak: number): number {
  return peak ** 0.6;
}
