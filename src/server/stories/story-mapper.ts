import { formatTimestamp, roundSeconds } from '../../base/time.ts';
import { playedMoments, playedRange, type Story, type StoryItem } from '../../contract/search/stories.ts';
import type { MomentView } from '../../db/moments/moment-reads.ts';
import type { StoryItemRow, StoryRow } from '../../db/schema.ts';
import { toMoment } from '../library/mappers/moment-mapper.ts';

/** @param moments of the items @param durationOf length of a video in seconds */
export function toStory(
  row: StoryRow,
  rows: readonly StoryItemRow[],
  moments: ReadonlyMap<number, MomentView>,
  durationOf: (videoId: number) => number,
): Story {
  const lengths = new Map([...moments.values()].map(({ jobId, videoId }) => [jobId, durationOf(videoId)]));
  const items = rows.map((item): StoryItem => {
    const moment = item.momentId === null ? undefined : moments.get(item.momentId);
    return { id: String(item.id), kind: item.kind, moment: moment ? toMoment(moment) : null, text: item.text };
  });
  const seconds = playedMoments(items).map((moment) => {
    const { start, end } = playedRange(moment, lengths.get(moment.job_id));
    return end - start;
  });
  return {
    id: String(row.id),
    title: row.title,
    description: row.description,
    project_id: row.projectId === null ? null : String(row.projectId),
    items,
    duration: roundSeconds(seconds.reduce((sum, length) => sum + length, 0)),
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
    deleted_at: row.deletedAt === null ? null : formatTimestamp(row.deletedAt),
  };
}
