import { z } from 'zod';
import { ModuleName } from './modules.ts';
import { Segment } from './segment.ts';

const SEARCH_MODES = ['hybrid', 'vector', 'keyword'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

export const DEFAULT_SEARCH_LIMIT = 20;
export const MAX_SEARCH_LIMIT = 100;

export const SearchRequest = z
  .object({
    query: z.string().trim().min(1).max(2000),
    limit: z.number().int().min(1).default(DEFAULT_SEARCH_LIMIT).meta({ description: 'Clamped to 100.' }),
    job_ids: z.array(z.string()).max(1000).optional(),
    modules: z.array(ModuleName).optional(),
    project_id: z.string().optional(),
    mode: z.enum(SEARCH_MODES).default('hybrid'),
  })
  .meta({ id: 'SearchRequest' });
export type SearchRequest = z.infer<typeof SearchRequest>;

/** How a segment was found. */
const SEARCH_MATCHES = ['words', 'meaning', 'weak'] as const;

/** Response header of a search, `true` or `false`. */
export const SEMANTIC_SEARCH_HEADER = 'X-Search-By-Meaning';

export const SearchHit = Segment.extend({
  job_id: z.string(),
  similarity: z.number().min(0).max(1).meta({ description: 'Cosine similarity of query and segment.' }),
  match: z.enum(SEARCH_MATCHES).meta({
    description: 'words: keyword match; meaning: semantic match; weak: uncertain match (extension)',
  }),
}).meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof SearchHit>;
