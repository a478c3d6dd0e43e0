import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WAVEFORM_FILE, WAVEFORM_PEAKS_PER_SECOND } from '../contract/library/waveform.ts';
import { replaceFile } from '../files/replace.ts';
import { AUDIO_SAMPLE_RATE, type MediaConsumer } from '../media/frames.ts';

const SAMPLES_PER_PEAK = AUDIO_SAMPLE_RATE / WAVEFORM_PEAKS_PER_SECOND;

/** Keeps the loudest sample of each 40 ms, as a byte (255 = full scale); the sound is being decoded anyway. */
export function createWaveform(folder: string): MediaConsumer & { finish(): Promise<void> } {
  let peaks = new Uint8Array(4096);
  let count = 0;
  let loudest = 0;
  let samples = 0;
  const push = () => {
    if (count === peaks.length) {
      const larger = new Uint8Array(peaks.length * 2);
      larger.set(peaks);
      peaks = larger;
    }
    peaks[count++] = Math.min(255, Math.round(loudest * 255));
    loudest = 0;
    samples = 0;
  };
  return {
    needs: { audio: true },
    onAudio(chunk) {
      for (const sample of chunk.samples) {
        const level = Math.abs(sample);
        if (level > loudest) loudest = level;
        if (++samples === SAMPLES_PER_PEAK) push();
      }
    },
    async finish() {
      if (samples > 0) push();
      // Renamed when complete, so that a partial file is never served.
      const file = join(folder, WAVEFORM_FILE);
      await writeFile(`${file}.part`, peaks.subarray(0, count));
      await replaceFile(`${file}.part`, file);
    },
  };
}
