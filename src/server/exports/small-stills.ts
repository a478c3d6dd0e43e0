import type { Results } from '../../contract/analysis/results.ts';
import type { StillFiles } from '../library/stills.ts';
import type { MediaService } from '../workers/types.ts';

/** Width in a report, in pixels: twice the display size, for high-density screens. */
const WIDTH = 320;
/** Stills of one request to the worker. */
const AT_ONCE = 50;

/** Times of the saved frames of findings, in whole milliseconds. Pure. */
export function stillTimes({ segments }: Pick<Results, 'segments'>): number[] {
  const times = segments.flatMap(({ data }) =>
    data?.still_time === undefined ? [] : [Math.round(data.still_time * 1000)],
  );
  return [...new Set(times)];
}

/**
 * Reads saved frames of a video, made small for a report. Those that are lost are left out.
 * @param times whole milliseconds
 * @returns JPEGs by time
 */
export async function readSmallStills(
  jobId: string,
  times: readonly number[],
  { stills, media }: { stills: Pick<StillFiles, 'still'>; media: Pick<MediaService, 'shrink'> },
): Promise<Map<number, Uint8Array>> {
  const made = new Map<number, Uint8Array>();
  const rest = [...times];
  while (rest.length > 0) {
    const some = rest.splice(0, AT_ONCE);
    const files = await Promise.all(some.map(async (ms) => (await stills.still(jobId, ms))?.file));
    const found = some.flatMap((ms, at) => (files[at] === undefined ? [] : [{ ms, file: files[at] }]));
    const pictures =
      found.length === 0
        ? []
        : await media.shrink(
            found.map(({ file }) => file),
            WIDTH,
          );
    for (const [at, { ms }] of found.entries()) {
      const picture = pictures[at];
      if (picture) made.set(ms, picture);
    }
  }
  return made;
}
