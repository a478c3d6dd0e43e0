import { z } from 'zod';
import { ModuleName } from '../analysis/modules.ts';
import { Timestamp } from '../library/video.ts';
import { Name } from '../text.ts';
import { SearchFilters, SearchText, WithinTag } from './search.ts';

/** Filters of a saved search. */
export const SavedFilters = SearchFilters.extend({
  modules: z.array(ModuleName).optional().describe('Only findings of these modules.'),
  project_id: z.string().max(64).optional().describe('ID of the project.'),
  within_tag: WithinTag,
}).meta({ id: 'SavedFilters' });
export type SavedFilters = z.infer<typeof SavedFilters>;

/** A search that a user keeps; in the library, a smart folder of the videos that it finds. */
export const SavedSearch = z
  .object({
    id: z.string().describe('ID of the saved search.'),
    name: z.string().describe('Name of the saved search.'),
    query: z.string().describe('Text of the search, in the query language.'),
    filters: SavedFilters,
    notify: z.boolean().meta({ description: 'Whether new hits are announced as a notification.' }),
    new_hits: z.int().min(0).meta({
      description: 'Hits in analyses since it was last opened: findings with all words, or that clearly mean it.',
    }),
    seen_at: Timestamp.nullable().meta({ description: 'When its new hits were last seen; null if never.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'SavedSearch' });
export type SavedSearch = z.infer<typeof SavedSearch>;

export const CreateSavedSearchRequest = z
  .object({
    name: Name.describe('Name of the saved search.'),
    query: SearchText.describe('Text of the search, in the query language.'),
    filters: SavedFilters.optional().describe('Filters of the search.'),
    notify: z.boolean().optional().describe('Whether new results are notified.'),
  })
  .meta({ id: 'CreateSavedSearchRequest' });
export type CreateSavedSearchRequest = z.infer<typeof CreateSavedSearchRequest>;

export const UpdateSavedSearchRequest = CreateSavedSearchRequest.partial().meta({ id: 'UpdateSavedSearchRequest' });
export type UpdateSavedSearchRequest = z.infer<typeof UpdateSavedSearchRequest>;
