import { useDeferredValue, useMemo, useState } from 'react';
import type { Project } from '../../../contract/library/projects.ts';
import type { Video } from '../../../contract/library/video.ts';
import { type SortFilter, sortAndFilter } from './sort-filter.ts';
import { FACT_SORTS, useVideoFacts } from './use-video-facts.ts';
import type { View } from './view.ts';

interface Listed {
  projects: readonly Project[];
  projectId: string | null;
  /** Job ids of a smart folder; null for all. */
  only: ReadonlySet<string> | null;
  view: View;
}

/** Text and status to filter by, and the videos that they leave. */
export function useLibraryFilter(videos: readonly Video[] | undefined, { projects, projectId, only, view }: Listed) {
  const [text, setText] = useState('');
  const [status, setStatus] = useState<SortFilter['status']>('any');
  const facts = useVideoFacts(view.layout === 'row' || FACT_SORTS.has(view.sort));
  // Typing stays responsive with ten thousand videos.
  const deferredText = useDeferredValue(text);
  const shown = useMemo(() => {
    const projectName = (id: string) => projects.find((each) => each.id === id)?.name ?? '';
    const filter = { text: deferredText, status, sort: view.sort, projectId, only, projectName };
    return sortAndFilter(videos ?? [], { ...filter, factsOf: (jobId) => facts.get(jobId) });
  }, [videos, deferredText, status, view.sort, projectId, only, projects, facts]);
  const reset = () => {
    setText('');
    setStatus('any');
  };
  return { text, setText, status, setStatus, reset, shown, facts };
}
