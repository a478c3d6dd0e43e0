import { luminance, type Rgb, toBt709, type WideGamut } from './gamut.ts';
import { toneCurve } from './tone-curve.ts';
import { HLG_PEAK, hlgGain, hlgToScene, lightToSdr, pqToNits, REFERENCE_WHITE, sdrToLight } from './transfer.ts';

/** Colors of a picture that SDR screens can't show as they are. */
export interface WideColors {
  transfer: 'pq' | 'hlg' | 'sdr';
  gamut: WideGamut | 'bt709';
  /** Brightest light of the picture in nits; only PQ states it. */
  peakNits: number;
}

/** Steps per axis of a table: the square of 6, which FFmpeg calls the level of a Hald table. */
export const TABLE_STEPS = 36;

/** Returns the conversion of a signal (0..1 per channel) to SDR with BT.709. Pure. */
export function sdrConversion({ transfer, gamut, peakNits }: WideColors): (signal: Rgb) => Rgb {
  const curve = toneCurve(transfer === 'hlg' ? HLG_PEAK : peakNits);
  const bend = (nits: Rgb): Rgb => {
    // Bending the largest channel and scaling the others alike keeps the hue (BT.2390-11, 5.4.2).
    const largest = Math.max(...nits);
    const gain = largest > 0 ? curve(largest) / largest / REFERENCE_WHITE : 0;
    return scale(nits, gain);
  };
  const light = {
    sdr: (signal: Rgb): Rgb => each(signal, sdrToLight),
    pq: (signal: Rgb): Rgb => bend(each(signal, pqToNits)),
    hlg(signal: Rgb): Rgb {
      const scene = each(signal, hlgToScene);
      return bend(scale(scene, hlgGain(luminance(gamut, scene))));
    },
  }[transfer];
  return (signal) => each(toBt709(gamut, light(signal)), lightToSdr);
}

/**
 * Returns SDR signals for {@link TABLE_STEPS}³ signals, red first, then green, then blue: three numbers (0..1) each.
 * Pure.
 */
export function sdrTable(colors: WideColors): Float32Array {
  const convert = sdrConversion(colors);
  const table = new Float32Array(TABLE_STEPS ** 3 * 3);
  const last = TABLE_STEPS - 1;
  let at = 0;
  for (let blue = 0; blue <= last; blue++) {
    for (let green = 0; green <= last; green++) {
      for (let red = 0; red <= last; red++) {
        table.set(convert([red / last, green / last, blue / last]), at);
        at += 3;
      }
    }
  }
  return table;
}

function each([red, green, blue]: Rgb, change: (value: number) => number): Rgb {
  return [change(red), change(green), change(blue)];
}

function scale(color: Rgb, factor: number): Rgb {
  return each(color, (value) => value * factor);
}
