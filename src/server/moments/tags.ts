import { ReelscopeError } from '../../contract/errors.ts';
import type { CountedTag, CreateTagRequest, UpdateTagRequest } from '../../contract/library/tags.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import { notFound, parseId, requireFound } from '../errors/lookup.ts';
import { toTag } from '../library/mappers/tag-mapper.ts';

export type TagsService = ReturnType<typeof createTagsService>;

/** Tags of moments. */
export function createTagsService(store: Store) {
  const get = (userId: number, id: number): CountedTag => toTag(requireFound(store.tags.get(userId, id), 'tag'));
  /** @throws ReelscopeError `conflict` */
  const requireFree = (userId: number, name: string, except?: number): void => {
    const known = store.tags.byName(userId, name);
    if (known && known.id !== except)
      throw new ReelscopeError('conflict', sentence('tag.exists', { name: known.name }));
  };
  return {
    list: (userId: number): CountedTag[] => store.tags.list(userId).map(toTag),

    /** @throws ReelscopeError `conflict` if the user has a tag with this name */
    create(userId: number, { name, color }: CreateTagRequest): CountedTag {
      requireFree(userId, name);
      return get(userId, store.tags.create(userId, name, color).id);
    },

    /** @throws ReelscopeError `not_found`, `conflict` if another tag has this name */
    update(userId: number, id: string, { name, color }: UpdateTagRequest): CountedTag {
      const tagId = parseId(id, 'tag');
      get(userId, tagId);
      if (name !== undefined) requireFree(userId, name, tagId);
      store.tags.update(userId, tagId, { ...(name !== undefined && { name }), ...(color && { color }) });
      return get(userId, tagId);
    },

    /** Deletes a tag and keeps its moments. @throws ReelscopeError `not_found` */
    delete(userId: number, id: string): void {
      if (!store.tags.delete(userId, parseId(id, 'tag'))) throw notFound('tag');
    },
  };
}
