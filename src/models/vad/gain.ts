/**
 * Level of the loudest frames (root mean square, full scale 1) at which the network is surest: -12 dB. Measured on a
 * speech at levels from +6 to -30 dB, whose probabilities fell with the level.
 */
const TARGET = 0.25;
/** At most 40 dB, so that the noise of a silent recording stays noise. */
const MAX_GAIN = 100;
/** How fast the followed level falls when the sound gets quieter (dB per second). */
const FALL_DB_PER_SECOND = 18;

/**
 * Brings quiet sound up to the level at which the network was trained; loud sound stays as it is. Follows the level up at once and
 * down slowly, so that pauses between words are not lifted to words.
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
    // Moved evenly through the frame: a step would be a click.
    const step = (gain - this.#gain) / samples.length;
    for (let i = 0; i < samples.length; i++) samples[i]! *= this.#gain + step * (i + 1);
    this.#gain = gain;
  }
}
