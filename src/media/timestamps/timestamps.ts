/** FFmpeg's AV_NOPTS_VALUE: no timestamp. */
export const NO_TIMESTAMP = -(2n ** 63n);

/** Converts a timestamp in units of `timeBase` to seconds. */
export function toSeconds(timestamp: bigint, timeBase: { num: number; den: number }): number {
  return (Number(timestamp) * timeBase.num) / timeBase.den;
}
