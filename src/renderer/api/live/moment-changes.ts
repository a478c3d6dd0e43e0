import type { CreateMomentRequest, Moment, UpdateMomentRequest } from '../../../contract/search/moments.ts';
import type { Story } from '../../../contract/search/stories.ts';
import { api } from '../endpoints.ts';
import { MOMENTS, queries, STORIES } from '../queries.ts';
import { invalidate, patchQuery, queryClient } from '../query-client.ts';

type MomentTimes = Pick<Moment, 'start_time' | 'end_time'>;

/** Changes moments on the server and in the cached lists of their videos. Each function throws like `request`. */

/** Creates a moment. Without a title, the server names it after what is at its time. */
export async function createMoment(request: CreateMomentRequest): Promise<Moment> {
  const moment = await api.moments.create(request);
  put(moment);
  return moment;
}

/** Deletes a moment for good. */
export async function discardMoment({ id, job_id }: Moment): Promise<void> {
  await api.moments.remove(id, true);
  drop(job_id, id);
  invalidate(queries.trash.queryKey, STORIES);
}

/** Changes are sent one after another, so that the last one wins. */
let last: Promise<unknown> = Promise.resolve();

export async function updateMoment(id: string, change: UpdateMomentRequest): Promise<Moment> {
  const sent = last.then(() => api.moments.update(id, change));
  last = sent.catch(() => {});
  const moment = await sent;
  put(moment);
  return moment;
}

/** Times that were sent and not answered yet, by moment: the next change starts from them. */
const sentTimes = new Map<string, MomentTimes>();

/** Changes the times of a moment. `former` are those that undoing restores. */
export function moveMoment(
  { id, start_time, end_time }: Moment,
  times: MomentTimes,
): { former: MomentTimes; done: Promise<Moment> } {
  const former = sentTimes.get(id) ?? { start_time, end_time };
  sentTimes.set(id, times);
  const done = updateMoment(id, times).finally(() => {
    if (sentTimes.get(id) === times) sentTimes.delete(id);
  });
  return { former, done };
}

/** Moves a moment to the trash. */
export async function trashMoment({ id, job_id }: Moment): Promise<void> {
  drop(job_id, id);
  try {
    await api.moments.remove(id, false);
    invalidate(queries.trash.queryKey, queries.tags.queryKey);
  } catch (error) {
    invalidate(MOMENTS);
    throw error;
  }
}

export async function restoreMoment(id: string): Promise<void> {
  put(await api.moments.restore(id));
}

/** Keeps the list of a video in time order. */
function put(moment: Moment): void {
  patchQuery(queries.moments(moment.job_id), (all) =>
    [...all.filter(({ id }) => id !== moment.id), moment].sort(
      (a, b) => a.start_time - b.start_time || Number(a.id) - Number(b.id),
    ),
  );
  queryClient.setQueriesData<Story>({ queryKey: [...STORIES, 'one'] }, (story) => {
    const isIn = story?.items.some((item) => item.moment?.id === moment.id);
    if (!story || !isIn) return story;
    return { ...story, items: story.items.map((item) => (item.moment?.id === moment.id ? { ...item, moment } : item)) };
  });
  // Tags may be new, and other lists and stories contain the moment as well.
  invalidate(queries.tags.queryKey, MOMENTS, STORIES, queries.trash.queryKey);
}

function drop(jobId: string, momentId: string): void {
  patchQuery(queries.moments(jobId), (all) => all.filter(({ id }) => id !== momentId));
}
