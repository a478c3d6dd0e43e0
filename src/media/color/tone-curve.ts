import { nitsToPq, pqToNits, REFERENCE_WHITE } from './transfer.ts';

/**
 * Returns the curve from nits of a picture with the given peak to nits of SDR, whose peak is diffuse white: the EETF of
 * ITU-R BT.2390-11 (5.4.1), the identity up to its knee and a Hermite spline above, which brings highlights below the
 * peak instead of clipping them. Black stays black. Pure.
 */
export function toneCurve(peakNits: number): (nits: number) => number {
  if (peakNits <= REFERENCE_WHITE) return (nits) => Math.min(nits, REFERENCE_WHITE);
  const peak = nitsToPq(peakNits);
  const max = nitsToPq(REFERENCE_WHITE) / peak;
  const knee = 1.5 * max - 0.5;
  return (nits) => {
    const signal = Math.min(1, nitsToPq(nits) / peak);
    if (signal < knee) return nits;
    const t = (signal - knee) / (1 - knee);
    const [t2, t3] = [t ** 2, t ** 3];
    const bent = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * max;
    return pqToNits(bent * peak);
  };
}
