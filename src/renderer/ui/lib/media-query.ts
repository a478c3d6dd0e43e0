import { useSyncExternalStore } from 'react';

/** Whether a media query matches, such as `(max-width: 900px)`. */
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

/** Whether the window is too narrow for an inspector beside the content. */
export const useIsNarrow = () => useMediaQuery('(max-width: 900px)');
/** Whether the window has phone width, where the rail is a bottom bar. */
export const useIsPhone = () => useMediaQuery('(max-width: 600px)');
