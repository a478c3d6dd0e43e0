import { CanceledError } from '../../../base/errors.ts';
import type { Segment } from '../../../contract/segment.ts';

/** Width of an embedded image in pixels: twice the display size, for high-density screens. */
const WIDTH = 320;
/** Images loaded concurrently; browsers open six connections per server. */
const AT_ONCE = 4;
const QUALITY = 0.8;

/** Times in whole milliseconds of the findings' stills. */
export function stillTimes(segments: readonly Segment[]): number[] {
  const times = segments.flatMap(({ data }) =>
    data?.still_time === undefined ? [] : [Math.round(data.still_time * 1000)],
  );
  return [...new Set(times)];
}

/**
 * Loads pictures and makes them small `data:` addresses. A picture that can't be loaded is left out.
 * @param onProgress called with how many are done
 * @throws CanceledError
 */
export async function embedStills(
  times: readonly number[],
  urlOf: (ms: number) => string,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const made = new Map<number, string>();
  const rest = [...times];
  let done = 0;
  const work = async () => {
    for (let ms = rest.shift(); ms !== undefined; ms = rest.shift()) {
      if (signal.aborted) throw new CanceledError();
      const data = await embed(urlOf(ms));
      if (data !== null) made.set(ms, data);
      onProgress(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return made;
}

async function embed(url: string): Promise<string | null> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(WIDTH, image.naturalWidth);
  canvas.height = Math.round((image.naturalHeight * canvas.width) / image.naturalWidth);
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', QUALITY);
}
