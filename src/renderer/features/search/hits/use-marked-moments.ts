import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Moment } from '../../../../contract/search/moments.ts';
import { readSpeakerFilter } from '../../../../core/query/speaker-filter.ts';
import { queries } from '../../../api/queries.ts';

const NONE: readonly Moment[] = [];

/** Marked moments with all words of a query, or all with a tag. */
export function useMarkedMoments(query: string, projectId: string | null, tag: string | null): readonly Moment[] {
  const { text } = readSpeakerFilter(query.trim());
  const isSought = text !== '' || tag !== null;
  const { data } = useQuery({
    ...queries.foundMoments(text, projectId, tag),
    enabled: isSought,
    placeholderData: keepPreviousData,
  });
  return isSought ? (data ?? NONE) : NONE;
}
