import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SearchHit } from '../../contract/search/search.ts';
import type { FoundSegment, Interval } from '../../db/repositories/found-segments.ts';
import type { GroupOutcome } from './group-evaluation.ts';
import { type JoinedMoment, spanOf } from './moments.ts';
import { hitId } from './people-on-screen.ts';

/** Segment as a search returns it. */
export function toHit(
  segment: FoundSegment,
  found: Pick<SearchHit, 'rank' | 'similarity' | 'match' | 'frame'>,
): SearchHit {
  return {
    id: hitId(segment.id),
    job_id: segment.jobId,
    module: segment.module,
    content: segment.content,
    start_time: segment.startTime,
    end_time: segment.endTime,
    data: segment.data === null ? null : JSON.parse(segment.data),
    engine: segment.engine,
    rank: found.rank,
    similarity: rounded(found.similarity),
    match: found.match,
    ...(found.frame && { frame: { ...found.frame, similarity: rounded(found.frame.similarity) } }),
  };
}

function rounded(similarity: number): number {
  return Math.round(Math.min(1, Math.max(0, similarity)) * 10_000) / 10_000;
}

/**
 * Moment as a search returns it: its first finding, with all of them if there are several. Undefined if a finding was
 * deleted meanwhile.
 */
export function toMomentHit(
  found: ReadonlyMap<number, FoundSegment>,
  moment: JoinedMoment,
  outcome: Pick<GroupOutcome, 'conditions' | 'matchOf' | 'frameOf'>,
  similarity: number,
  rank: number,
): SearchHit | undefined {
  // A person may be on screen for longer than the moment.
  const segments = moment.parts.map(({ id, startTime, endTime }) => {
    const segment = found.get(id);
    return segment && (id < 0 ? { ...segment, startTime, endTime } : segment);
  });
  if (!segments.every((segment) => segment !== undefined)) return undefined;
  const [lead] = segments;
  const id = lead!.id;
  const reason = { match: outcome.matchOf(id), frame: outcome.frameOf(id) };
  const hit = toHit(lead!, { rank, similarity, ...reason });
  if (segments.length === 1) return hit;
  const { startTime, endTime } = spanOf(moment.parts);
  const findings = segments.map((segment, i) => {
    const { id, module, content, start_time, end_time, data } = toHit(segment, { rank, similarity: 0, match: 'words' });
    const text = data?.text && { text: data.text };
    return { id, module, content, start_time, end_time, condition: outcome.conditions[i]!, ...text };
  });
  return { ...hit, moment: { start_time: startTime, end_time: endTime, findings } };
}

/** Modules of sound, whose findings are parts of a sentence rather than of a shot. */
const SOUND: readonly ModuleName[] = ['transcription', 'keywords', 'audioevents'];

/** A hit with the passage that it is a brief part of. */
export function withPassage(
  hit: SearchHit,
  around: { spoken: Interval | null; shot: Interval | null } | undefined,
): SearchHit {
  if (!around) return hit;
  const spans = SOUND.includes(hit.module) ? [around.spoken, around.shot] : [around.shot, around.spoken];
  const passage = spans.find((span) => span !== null && span[1] > hit.start_time);
  if (!passage || (passage[0] >= hit.start_time && passage[1] <= hit.end_time)) return hit;
  return { ...hit, passage: { start_time: passage[0], end_time: passage[1] } };
}

/** Ids of findings of at least a confidence; those of engines that state none are kept. */
export function confidentOf(
  segments: readonly Pick<FoundSegment, 'id' | 'data'>[],
  ids: readonly number[],
  least: number,
): readonly number[] {
  const found = new Map(segments.map(({ id, data }) => [id, data]));
  return ids.filter((id) => (confidenceOf(found.get(id) ?? null) ?? 1) >= least);
}

function confidenceOf(data: string | null): number | undefined {
  const { confidence } = (data === null ? {} : JSON.parse(data)) as { confidence?: unknown };
  return typeof confidence === 'number' ? confidence : undefined;
}
