import { commentsCsv } from '../../../core/formats/comments-csv.ts';
import { csvFile } from '../../../core/formats/csv.ts';
import { api } from '../../api/endpoints.ts';
import { saveFile } from '../../ui/lib/files.ts';

/** A video, by `job_id`, or a story that links show. */
export interface LinkTarget {
  title: string;
  video_id?: string | undefined;
  story_id?: string | undefined;
}

/** Saves the comments on a link as a CSV file. @returns false if there are none @throws like `request` */
export async function exportComments(linkId: string, { title, video_id, story_id }: LinkTarget): Promise<boolean> {
  const all = await (story_id === undefined ? api.comments.ofVideo(video_id!) : api.comments.ofStory(story_id));
  const comments = all.filter(({ share_id }) => share_id === linkId);
  if (comments.length === 0) return false;
  saveFile(new Blob([csvFile(commentsCsv(comments))], { type: 'text/csv' }), `${title}.csv`);
  return true;
}
