import type { Segment } from '../../../contract/analysis/segment.ts';
import { writeCitationId } from '../../../contract/evidence/citation-id.ts';
import { mapInParts } from '../../library/in-parts.ts';
import { revisionOf } from './revision.ts';

/** A finding as citations need it. */
export type Citable = Pick<Segment, 'module' | 'content' | 'start_time' | 'end_time' | 'data'>;

/**
 * Returns the citations of findings of a video, in their order; undefined for all if the hash of its file is not known,
 * and for preview findings.
 * @param source SHA-256 of the file
 * @param hashes hashes of saved frames, by their times in seconds
 */
export async function citationIds(
  segments: readonly Citable[],
  source: string | null | undefined,
  hashes: (times: readonly number[]) => Promise<(string | null)[]>,
): Promise<(string | undefined)[]> {
  if (source == null) return segments.map(() => undefined);
  const times = [...new Set(segments.flatMap(({ data }) => data?.still_time ?? []))];
  const found = await hashes(times);
  const stills = new Map(times.map((time, i) => [time, found[i] ?? null]));
  return mapInParts(segments, (segment) => {
    const { start_time, end_time, data } = segment;
    if (data?.preview) return undefined;
    const still = data?.still_time === undefined ? null : stills.get(data.still_time)!;
    return writeCitationId({
      source,
      startMs: toMs(start_time),
      endMs: toMs(end_time),
      revision: revisionOf(segment),
      still,
    });
  });
}

export function toMs(seconds: number): number {
  return Math.round(seconds * 1000);
}
