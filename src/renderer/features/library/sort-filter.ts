import { foldText } from '../../../base/text-fold.ts';
import type { Video, VideoStatus } from '../../../contract/video.ts';

export const SORTS = ['newest', 'oldest', 'name', 'longest', 'largest'] as const;
export type Sort = (typeof SORTS)[number];

export interface SortFilter {
  text: string;
  status: VideoStatus | 'any';
  sort: Sort;
  projectId: string | null;
}

/** Filters and sorts videos. Every word must occur in the name, ignoring case and accents. */
export function sortAndFilter(videos: readonly Video[], { text, status, sort, projectId }: SortFilter): Video[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const shown = videos.filter((video) => {
    if (projectId !== null && video.project_id !== projectId) return false;
    if (status !== 'any' && video.status !== status) return false;
    if (words.length === 0) return true;
    const name = nameOf(video);
    return words.every((word) => name.includes(word));
  });
  return shown.sort(COMPARE[sort]);
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Breaks ties by newest first, for a stable order. */
const COMPARE: Readonly<Record<Sort, (a: Video, b: Video) => number>> = {
  newest,
  oldest: (a, b) => newest(b, a),
  name: (a, b) => collator.compare(a.name, b.name) || newest(a, b),
  longest: (a, b) => b.duration - a.duration || newest(a, b),
  largest: (a, b) => b.file_size - a.file_size || newest(a, b),
};

function newest(a: Video, b: Video): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return Number(b.id) - Number(a.id);
}

const names = new WeakMap<Video, string>();

/** Caches folded names across key presses. */
function nameOf(video: Video): string {
  let name = names.get(video);
  if (name === undefined) {
    name = foldText(video.name);
    names.set(video, name);
  }
  return name;
}
