/**
 * RMS level of the loudest frames (full scale 1) at which the network is most confident: -12 dB. Measured on a speech
 * at levels from +6 to -30 dB; the probabilities fell with the level.
 */
const TARGET = 0.25;
/** 40 dB, so that background noise in a silent recording is not amplified to speech level. */
const MAX_GAIN = 100;
/** Release rate of the level follower (dB per second). */
const FALL_DB_PER_SECOND = 18;

/**
 * Amplifies quiet audio to the level at which the network was trained; loud audio is unchanged. Follows rising levels
 * immediately and falling levels slowly, so that pauses between words are not amplified.
 */
export class GainControl {
  #level = TARGET;
  #gain = 1;

  /** Scales one frame of `samples` in place; `seconds` is its length. */
  apply(samples: Float32Array, seconds: number): void {
    let power = 0;
    for (const sample of samples) power += sample * sample;
    const fallen = this.#level * 10 ** ((-FALL_DB_PER_SECOND * seconds) / 20);
    this.#level = Math.max(Math.sqrt(power / samples.length), fallen, TARGET / MAX_GAIN);
    const gain = Math.max(1, TARGET / this.#level);
    // Ramped over the frame to avoid clicks.
    const step = (gain - this.#gain) / samples.length;
    for (let i = 0; i < samples.length; i++) samples[i]! *= this.#gain + step * (i + 1);
    this.#gain = gain;
  }
}
