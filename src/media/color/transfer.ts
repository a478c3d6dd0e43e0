/** Transfer functions of high dynamic range. Signals are 0..1, light is in cd/m² (nits). All pure. */

/** Constants of PQ (SMPTE ST 2084; ITU-R BT.2100-2, table 4). */
const M1 = 2610 / 16384;
const M2 = (2523 / 4096) * 128;
const C1 = 3424 / 4096;
const C2 = (2413 / 4096) * 32;
const C3 = (2392 / 4096) * 32;
const PQ_PEAK = 10_000;

/** Constants of HLG (ITU-R BT.2100-2, table 5). */
const A = 0.17883277;
const B = 1 - 4 * A;
const C = 0.5 - A * Math.log(4 * A);

/** Display for which HLG is shown: peak and the system gamma that belongs to it (BT.2100-2, note 5f). */
export const HLG_PEAK = 1000;
const HLG_SYSTEM_GAMMA = 1.2;

/** Light of diffuse white in HDR (ITU-R BT.2408-7, table 1): 58 % PQ, 75 % HLG. It becomes the peak of SDR. */
export const REFERENCE_WHITE = 203;

/** Exponent of SDR displays (ITU-R BT.1886). */
const SDR_GAMMA = 2.4;

/** Returns the nits of a PQ signal. */
export function pqToNits(signal: number): number {
  const power = Math.max(0, signal) ** (1 / M2);
  return PQ_PEAK * (Math.max(0, power - C1) / (C2 - C3 * power)) ** (1 / M1);
}

/** Returns the PQ signal of nits. */
export function nitsToPq(nits: number): number {
  const power = (Math.max(0, nits) / PQ_PEAK) ** M1;
  return ((C1 + C2 * power) / (1 + C3 * power)) ** M2;
}

/** Returns the scene light, 0..1, of an HLG signal (inverse OETF). */
export function hlgToScene(signal: number): number {
  const value = Math.max(0, signal);
  return value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - C) / A) + B) / 12;
}

/** Returns the factor from scene light to nits for a scene luminance of 0..1 (OOTF). */
export function hlgGain(sceneLuminance: number): number {
  return HLG_PEAK * sceneLuminance ** (HLG_SYSTEM_GAMMA - 1);
}

/** Returns the SDR light, 0..1, of a signal. */
export function sdrToLight(signal: number): number {
  return Math.max(0, signal) ** SDR_GAMMA;
}

/** Returns the SDR signal of light from 0 to 1. */
export function lightToSdr(light: number): number {
  return Math.max(0, light) ** (1 / SDR_GAMMA);
}
