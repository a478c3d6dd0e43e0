import { useMemo, useRef } from 'react';
import type { ModuleName } from '../../../contract/analysis/modules.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';

const NONE: readonly Segment[] = [];

/** Findings of a module; the same array while none of them changes, since indexing a long transcript takes time. */
export function useModuleSegments(segments: readonly Segment[], name: ModuleName): readonly Segment[] {
  const known = useRef(NONE);
  return useMemo(() => {
    const own = segments.filter(({ module }) => module === name);
    const isSame = own.length === known.current.length && own.every((each, i) => each === known.current[i]);
    if (!isSame) known.current = own;
    return known.current;
  }, [segments, name]);
}
