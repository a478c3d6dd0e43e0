import { useEffect, useRef } from 'react';
import { invalidate } from '../query-client.ts';

/** Loads stills and waveform when lost ones have been created again. */
export function useRestoredPictures(jobId: string, isRebuilding: boolean): void {
  const before = useRef(isRebuilding);
  useEffect(() => {
    if (before.current && !isRebuilding) invalidate(['playback', jobId], ['waveform', jobId]);
    before.current = isRebuilding;
  }, [jobId, isRebuilding]);
}
