import { foldText } from '../../../base/text-fold.ts';
import { VIDEO_STATUSES, type Video, type VideoStatus } from '../../../contract/library/video.ts';
import type { VideoFacts } from '../../../contract/library/video-facts.ts';

export const SORTS = [
  'newest',
  'oldest',
  'name',
  'nameDown',
  'longest',
  'shortest',
  'largest',
  'smallest',
  'status',
  'project',
  'captured',
  'capturedOldest',
  'speaker',
] as const;
export type Sort = (typeof SORTS)[number];

export interface SortFilter {
  text: string;
  status: VideoStatus | 'any';
  sort: Sort;
  projectId: string | null;
  /** Job ids of a smart folder; null for all. */
  only?: ReadonlySet<string> | null;
  /** Name of a project, for sorting. */
  projectName?(id: string): string;
  /** Capture date and speakers of a video, for sorting. */
  factsOf?(jobId: string): VideoFacts | undefined;
}

/** Filters and sorts videos. Every word must occur in the name, ignoring case and accents. */
export function sortAndFilter(videos: readonly Video[], filter: SortFilter): Video[] {
  const { text, status, sort, projectId, only = null } = filter;
  const { projectName = () => '', factsOf = () => undefined } = filter;
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const shown = videos.filter((video) => {
    if (projectId !== null && video.project_id !== projectId) return false;
    if (only !== null && !only.has(video.job_id)) return false;
    if (status !== 'any' && video.status !== status) return false;
    if (words.length === 0) return true;
    const name = videoName(video);
    return words.every((word) => name.includes(word));
  });
  const texts = {
    project: ({ project_id }: Video) => (project_id === null ? '' : projectName(project_id)),
    captured: ({ job_id }: Video) => factsOf(job_id)?.capture_time ?? '',
    capturedOldest: ({ job_id }: Video) => factsOf(job_id)?.capture_time ?? '',
    speaker: ({ job_id }: Video) => factsOf(job_id)?.speakers[0] ?? '',
  };
  if (!(sort in texts)) return shown.sort(COMPARE[sort as Exclude<Sort, keyof typeof texts>]);
  return shown.sort(byText(texts[sort as keyof typeof texts], sort === 'captured' ? -1 : 1));
}

/** Orders by a text; videos without one come last. */
function byText(textOf: (video: Video) => string, direction: 1 | -1): (a: Video, b: Video) => number {
  return (a, b) => {
    const [first, second] = [textOf(a), textOf(b)];
    return Number(first === '') - Number(second === '') || direction * collator.compare(first, second) || newest(a, b);
  };
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Breaks ties by newest first, for a stable order. */
const COMPARE: Readonly<
  Record<Exclude<Sort, 'project' | 'captured' | 'capturedOldest' | 'speaker'>, (a: Video, b: Video) => number>
> = {
  newest,
  oldest: (a, b) => newest(b, a),
  name: (a, b) => collator.compare(a.name, b.name) || newest(a, b),
  nameDown: (a, b) => collator.compare(b.name, a.name) || newest(a, b),
  shortest: (a, b) => a.duration - b.duration || newest(a, b),
  smallest: (a, b) => a.file_size - b.file_size || newest(a, b),
  status: (a, b) => VIDEO_STATUSES.indexOf(a.status) - VIDEO_STATUSES.indexOf(b.status) || newest(a, b),
  longest: (a, b) => b.duration - a.duration || newest(a, b),
  largest: (a, b) => b.file_size - a.file_size || newest(a, b),
};

function newest(a: Video, b: Video): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return Number(b.id) - Number(a.id);
}

const names = new WeakMap<Video, string>();

/** Caches folded names across key presses. */
function videoName(video: Video): string {
  let name = names.get(video);
  if (name === undefined) {
    name = foldText(video.name);
    names.set(video, name);
  }
  return name;
}
