import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import { queries } from './queries.ts';

/** Modules of a video that were made of texts that have changed since. */
export function useOutdatedModules(jobId: string): readonly ModuleName[] {
  const { data: facts } = useQuery(queries.mediaFacts(jobId));
  return useMemo(
    () => (facts?.analysis ?? []).filter(({ is_outdated }) => is_outdated).map(({ module }) => module),
    [facts],
  );
}
