import { type Part, partOf } from '../../contract/formats/part.ts';
import type { Results } from '../../contract/results.ts';
import type { StillFiles } from '../library/stills.ts';
import type { MediaService } from '../workers/types.ts';

/** Width in a report, in pixels: twice the display size, for high-density screens. */
const WIDTH = 320;
/** Stills of one request to the worker. */
const AT_ONCE = 50;

/**
 * Reads the saved frames of findings, made small for a report. Those that are lost are left out.
 * @returns JPEGs by time in whole milliseconds, which counts as the times of the part do
 */
export async function readSmallStills(
  results: Results,
  part: Part,
  { stills, media }: { stills: Pick<StillFiles, 'still'>; media: Pick<MediaService, 'shrink'> },
): Promise<Map<number, Uint8Array>> {
  const offset = part.range && part.fromZero ? Math.round(part.range.start * 1000) : 0;
  // Frames are saved by the time in the video.
  const { segments } = partOf(results, { ...part, fromZero: false });
  const times = segments.flatMap(({ data }) =>
    data?.still_time === undefined ? [] : [Math.round(data.still_time * 1000)],
  );
  const made = new Map<number, Uint8Array>();
  const rest = [...new Set(times)];
  while (rest.length > 0) {
    const some = rest.splice(0, AT_ONCE);
    const files = await Promise.all(some.map(async (ms) => (await stills.still(results.job_id, ms))?.file));
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
      if (picture) made.set(ms - offset, picture);
    }
  }
  return made;
}
