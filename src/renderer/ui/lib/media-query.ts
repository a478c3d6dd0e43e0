import { useSyncExternalStore } from 'react';

/** Whether a media query holds now, such as `(max-width: 900px)`. */
function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** No room for an inspector beside the content. */
export const useIsNarrow = () => useMediaQuery('(max-width: 900px)');
/** A phone: the rail is a bar at the bottom. */
export const useIsPhone = () => useMediaQuery('(max-width: 600px)');
