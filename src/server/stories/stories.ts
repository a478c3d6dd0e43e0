import type { PageRequest } from '../../base/page.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { StoryChange } from '../../contract/library/library-events.ts';
import {
  type AddStoryItemsRequest,
  type CreateStoryRequest,
  MAX_STORY_ITEMS,
  type NewStoryItem,
  type StoriesQuery,
  type Story,
  type UpdateStoryRequest,
} from '../../contract/search/stories.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { NewItem } from '../../db/moments/story-items.ts';
import type { StoryRow } from '../../db/schema.ts';
import { notFound, parseId, requireFound } from '../errors/lookup.ts';
import { toStory } from './story-mapper.ts';

export type StoriesService = ReturnType<typeof createStoriesService>;

/**
 * Ordered boards of moments from any videos. Every method throws ReelscopeError `not_found` for another user's records.
 */
export function createStoriesService(store: Store) {
  return {
    /** Last changed first. */
    list(userId: number, { project_id, moment_id, deleted }: StoriesQuery, page?: PageRequest): Story[] {
      const filter = {
        projectId: project_id === undefined ? undefined : parseId(project_id, 'project'),
        momentId: moment_id === undefined ? undefined : parseId(moment_id, 'moment'),
        deleted: deleted === 'true',
      };
      return views(store, userId, store.stories.list(userId, filter, page));
    },

    get: (userId: number, id: string): Story => view(store, userId, own(store, userId, id).id),

    create(userId: number, { title, description = '', project_id, items = [] }: CreateStoryRequest): Story {
      const values = { title, description, projectId: projectOf(project_id) };
      return view(store, userId, store.stories.create(userId, values, newItems(store, userId, items)).id);
    },

    update(userId: number, id: string, { title, description, project_id }: UpdateStoryRequest): Story {
      const story = own(store, userId, id);
      store.stories.update(userId, story.id, {
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
        ...(project_id !== undefined && { projectId: projectOf(project_id) }),
      });
      return view(store, userId, story.id);
    },

    /** Moves a story to the trash, or deletes it for good; its moments stay. */
    delete(userId: number, id: string, permanent: boolean): void {
      const story = own(store, userId, id);
      if (permanent) store.stories.delete(userId, story.id);
      else store.stories.setDeleted(userId, story.id, true);
    },

    restore(userId: number, id: string): Story {
      const story = own(store, userId, id);
      store.stories.setDeleted(userId, story.id, false);
      return view(store, userId, story.id);
    },

    /** @throws ReelscopeError `conflict` beyond {@link MAX_STORY_ITEMS} */
    addItems(userId: number, id: string, { items, position }: AddStoryItemsRequest): Story {
      const story = own(store, userId, id);
      const added = newItems(store, userId, items);
      if (store.stories.items(story.id).length + added.length > MAX_STORY_ITEMS) {
        throw new ReelscopeError('conflict', sentence('story.full', { count: MAX_STORY_ITEMS }));
      }
      store.stories.addItems(userId, story.id, added, position ?? Number.MAX_SAFE_INTEGER);
      return view(store, userId, story.id);
    },

    /** Changes the text of a heading or note. */
    updateItem(userId: number, id: string, itemId: string, text: string): Story {
      const story = own(store, userId, id);
      if (!store.stories.updateItem(userId, story.id, parseId(itemId, 'story-item'), text))
        throw notFound('story-item');
      return view(store, userId, story.id);
    },

    /** Removes an item; its moment stays. */
    removeItem(userId: number, id: string, itemId: string): Story {
      const story = own(store, userId, id);
      if (!store.stories.removeItem(userId, story.id, parseId(itemId, 'story-item'))) throw notFound('story-item');
      return view(store, userId, story.id);
    },

    /** @throws ReelscopeError `conflict` if the ids are not those of all items: another client changed the story */
    order(userId: number, id: string, itemIds: readonly string[]): Story {
      const story = own(store, userId, id);
      const known = new Set(store.stories.items(story.id).map((item) => String(item.id)));
      const isSame = itemIds.length === known.size && new Set(itemIds).size === known.size;
      if (!isSame || itemIds.some((itemId) => !known.has(itemId))) {
        throw new ReelscopeError('conflict', sentence('story.order'));
      }
      store.stories.order(userId, story.id, itemIds.map(Number));
      return view(store, userId, story.id);
    },

    /** Subscribes to changes of the user's stories. Returns a function that unsubscribes. */
    subscribe: (userId: number, listener: (change: StoryChange) => void): (() => void) =>
      store.stories.onChange(({ userId: owner, id, kind }) => {
        if (owner !== userId) return;
        const isThere = kind !== 'removed' && store.stories.get(userId, id) !== undefined;
        if (kind !== 'removed' && !isThere) return;
        listener({ story_id: String(id), change: kind, story: isThere ? view(store, userId, id) : null });
      }),
  };
}

function own(store: Store, userId: number, id: string): StoryRow {
  return requireFound(store.stories.get(userId, parseId(id, 'story')), 'story');
}

function views(store: Store, userId: number, rows: readonly StoryRow[]): Story[] {
  const items = store.stories.itemsOfAll(rows.map(({ id }) => id));
  const ids = new Set([...items.values()].flat().flatMap(({ momentId }) => momentId ?? []));
  const moments = store.moments.byIds(userId, [...ids]);
  const lengths = new Map(
    [...new Set([...moments.values()].map(({ jobId }) => jobId))].flatMap((jobId) => {
      const video = store.videos.byJobId(jobId);
      return video ? [[video.id, video.duration] as const] : [];
    }),
  );
  return rows.map((row) => toStory(row, items.get(row.id) ?? [], moments, (videoId) => lengths.get(videoId) ?? 0));
}

function view(store: Store, userId: number, id: number): Story {
  const [story] = views(store, userId, [requireFound(store.stories.get(userId, id), 'story')]);
  return story!;
}

/** @throws ReelscopeError `not_found` for a moment that the user does not have */
function newItems(store: Store, userId: number, items: readonly NewStoryItem[]): NewItem[] {
  const ids = items.flatMap((item) => (item.kind === 'moment' ? [parseId(item.moment_id, 'moment')] : []));
  const known = store.moments.byIds(userId, ids);
  return items.map((item) => {
    if (item.kind !== 'moment') return { kind: item.kind, momentId: null, text: item.text };
    const momentId = requireFound(known.get(Number(item.moment_id)), 'moment').id;
    return { kind: 'moment', momentId, text: '' };
  });
}

function projectOf(id: string | null | undefined): number | null {
  return id == null ? null : parseId(id, 'project');
}
