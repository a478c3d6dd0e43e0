/** Maximum number of keyframes in memory. */
const KEPT = 300;
/** Maximum number of concurrent loads. */
const AT_ONCE = 4;

/** Loads keyframes for the timeline on demand, the latest requests first. */
export function createKeyframes(urlOf: (seconds: number) => string, onLoaded: () => void) {
  const images = new Map<number, HTMLImageElement | null>();
  let queue: number[] = [];
  let loading = 0;
  const next = () => {
    while (loading < AT_ONCE && queue.length > 0) {
      const seconds = queue.pop()!;
      if (images.has(seconds)) continue;
      images.set(seconds, null);
      loading++;
      const image = new Image();
      image.decoding = 'async';
      const done = () => {
        loading--;
        next();
      };
      image.onload = () => {
        images.set(seconds, image);
        if (images.size > KEPT) images.delete(images.keys().next().value!);
        onLoaded();
        done();
      };
      // A missing keyframe stays empty without a retry.
      image.onerror = done;
      image.src = urlOf(seconds);
    }
  };
  return {
    get(seconds: number): HTMLImageElement | undefined {
      const known = images.get(seconds);
      if (known === undefined) {
        queue = [...queue.slice(-KEPT), seconds];
        queueMicrotask(next);
      }
      return known ?? undefined;
    },
  };
}
