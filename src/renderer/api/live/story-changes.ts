import type {
  CreateStoryRequest,
  MomentSource,
  NewStoryItem,
  Story,
  UpdateStoryRequest,
} from '../../../contract/search/stories.ts';
import { api } from '../endpoints.ts';
import { queries, STORIES } from '../queries.ts';
import { invalidate, patchQuery, queryClient } from '../query-client.ts';
import { createMoment } from './moment-changes.ts';

/** Changes stories on the server and in the cached lists. Each function throws like `request`. */

/** Changes under way; an answer fetched meanwhile may lack them. */
let pending = 0;
let isStale = false;
/** Changes are sent one after another, so that the last answer has all of them. */
let last: Promise<unknown> = Promise.resolve();

/** Fetches the stories on screen again, once no change is under way. */
export function invalidateStories(): void {
  if (pending > 0) isStale = true;
  else invalidate(STORIES);
}

export const createStory = (request: CreateStoryRequest): Promise<Story> => change(() => api.stories.create(request));

export const updateStory = (id: string, request: UpdateStoryRequest): Promise<Story> =>
  change(() => api.stories.update(id, request));

/** Moves a story to the trash. */
export async function trashStory({ id }: Pick<Story, 'id'>): Promise<void> {
  await api.stories.remove(id, false);
  invalidate(STORIES, queries.trash.queryKey);
}

/** Deletes a story for good. */
export async function deleteStory({ id }: Pick<Story, 'id'>): Promise<void> {
  await api.stories.remove(id, true);
  invalidate(STORIES, queries.trash.queryKey);
}

export async function restoreStory({ id }: Pick<Story, 'id'>): Promise<void> {
  await api.stories.restore(id);
  invalidate(STORIES, queries.trash.queryKey);
}

/** Adds items before the item at `position`, or at the end. */
export const addItems = (id: string, items: readonly NewStoryItem[], position?: number): Promise<Story> =>
  change(() => api.stories.addItems(id, items, position));

export const updateItem = (id: string, itemId: string, text: string): Promise<Story> =>
  change(() => api.stories.updateItem(id, itemId, text));

/** Removes an item; its moment stays. */
export const removeItem = (id: string, itemId: string): Promise<Story> =>
  change(
    () => api.stories.removeItem(id, itemId),
    id,
    (story) => ({ ...story, items: story.items.filter((item) => item.id !== itemId) }),
  );

export const orderItems = (id: string, itemIds: readonly string[]): Promise<Story> =>
  change(
    () => api.stories.order(id, itemIds),
    id,
    (story) => ({
      ...story,
      items: itemIds.flatMap((itemId) => story.items.find((item) => item.id === itemId) ?? []),
    }),
  );

/** Adds moments to a story, and marks those that are only times so far. @param to a story, or the title of a new one */
export async function addMoments(
  sources: readonly MomentSource[],
  to: { id: string } | { title: string },
): Promise<Story> {
  const items: NewStoryItem[] = [];
  for (const source of sources) {
    const moment_id = 'moment_id' in source ? source.moment_id : (await createMoment(source)).id;
    items.push({ kind: 'moment', moment_id });
  }
  return 'id' in to ? addItems(to.id, items) : createStory({ title: to.title, items });
}

/** Sends a change, shows it at once where `expect` is given, and keeps the story that the server returns. */
async function change(send: () => Promise<Story>, id?: string, expect?: (story: Story) => Story): Promise<Story> {
  pending += 1;
  try {
    await queryClient.cancelQueries({ queryKey: STORIES, predicate: ({ state }) => state.data !== undefined });
    if (id !== undefined && expect) patchQuery(queries.story(id), expect);
    const sent = last.then(send);
    last = sent.catch(() => {});
    const story = await sent;
    put(story);
    return story;
  } catch (error) {
    isStale = true;
    throw error;
  } finally {
    pending -= 1;
    if (pending === 0 && isStale) {
      isStale = false;
      invalidate(STORIES);
    }
  }
}

/** The list has the last changed story first. */
function put(story: Story): void {
  // An answer to an earlier change would undo a later one on screen.
  if (pending === 1) queryClient.setQueryData(queries.story(story.id).queryKey, story);
  patchQuery(queries.stories, (all) => [story, ...all.filter(({ id }) => id !== story.id)]);
}
