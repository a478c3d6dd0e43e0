import { useMemo, useRef } from 'react';
import type { Segment } from '../../../contract/segment.ts';

const NONE: readonly Segment[] = [];

/** Transcript lines; the same array while none of them changes, since indexing a long transcript takes time. */
export function useSpeech(segments: readonly Segment[]): readonly Segment[] {
  const known = useRef(NONE);
  return useMemo(() => {
    const speech = segments.filter(({ module }) => module === 'transcription');
    const isSame = speech.length === known.current.length && speech.every((each, i) => each === known.current[i]);
    if (!isSame) known.current = speech;
    return known.current;
  }, [segments]);
}
