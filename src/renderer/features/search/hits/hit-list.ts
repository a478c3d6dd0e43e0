import type { Video } from '../../../../contract/library/video.ts';
import type { SearchHit } from '../../../../contract/search/search.ts';
import { csvFile, csvOf } from '../../../../core/formats/csv.ts';
import { moduleTexts } from '../../../../core/modules/module-display.ts';

/** Formats hits as a CSV file with types by their names and times in seconds. */
export function hitsToCsv(
  hits: readonly SearchHit[],
  videos: ReadonlyMap<string, Video>,
  language: 'en' | 'de',
): string {
  const rows = [
    ['video', 'job_id', 'type', 'start_time', 'end_time', 'content', 'similarity', 'engine'],
    ...hits.map((hit) => [
      videos.get(hit.job_id)?.name ?? '',
      hit.job_id,
      moduleTexts(hit.module, language).title,
      String(hit.start_time),
      String(hit.end_time),
      hit.content,
      String(hit.similarity),
      hit.engine ?? '',
    ]),
  ];
  return csvFile(csvOf(rows));
}

/** Formats hits as JSON with video names. */
export function hitsToJson(query: string, hits: readonly SearchHit[], videos: ReadonlyMap<string, Video>): string {
  const rows = hits.map((hit) => ({ video_name: videos.get(hit.job_id)?.name ?? null, ...hit }));
  return `${JSON.stringify({ query, hits: rows }, null, 2)}\n`;
}
