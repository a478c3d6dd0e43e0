import { useEffect, useState } from 'react';

const STORED = 'reelscope.home-visit';

/** End of the last visit to the home screen in milliseconds since 1970; null before the first. */
export function useLastVisit(): number | null {
  const [last] = useState(() => Number(localStorage.getItem(STORED)) || null);
  useEffect(() => {
    const leave = () => localStorage.setItem(STORED, String(Date.now()));
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return last;
}
