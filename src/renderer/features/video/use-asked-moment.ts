import { useEffect, useRef } from 'react';
import type { Moment } from '../../../contract/search/moments.ts';

/** Opens the moment that the URL names, once. @param asked id from the URL; null without one */
export function useAskedMoment(asked: string | null, moments: readonly Moment[], open: (moment: Moment) => void): void {
  const opened = useRef<string | null>(null);
  useEffect(() => {
    const moment = asked === opened.current ? undefined : moments.find(({ id }) => id === asked);
    if (!moment) return;
    opened.current = asked;
    open(moment);
  }, [asked, moments, open]);
}
