import { z } from 'zod';
import { ModuleName } from '../analysis/modules.ts';
import { NAME_KINDS, Segment } from '../analysis/segment.ts';
import { JobId, NamedVideo, Timestamp } from '../library/video.ts';
import { LocalizedText, MessageRef } from '../message.ts';
import { NOT_EMPTY } from '../text.ts';
import { Moment } from './moments.ts';

const SEARCH_MODES = ['hybrid', 'vector', 'keyword'] as const;
const SearchMode = z.enum(SEARCH_MODES).meta({ id: 'SearchMode' });
export type SearchMode = z.infer<typeof SearchMode>;

export const DEFAULT_SEARCH_LIMIT = 20;
export const MAX_SEARCH_LIMIT = 100;

/** Filters of videos and findings; a video or finding without the filtered fact passes only where stated. */
export const SearchFilters = z.object({
  added_from: Timestamp.optional().meta({ description: 'Videos added at this time or later.' }),
  added_before: Timestamp.optional().meta({ description: 'Videos added before this time.' }),
  min_duration: z.number().min(0).optional().meta({ description: 'Seconds.' }),
  max_duration: z.number().min(0).optional().meta({ description: 'Seconds.' }),
  min_confidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: 'Findings of engines that state no confidence pass.' }),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/, 'must be an ISO 639 code such as en')
    .optional()
    .meta({ description: 'Videos with speech in this language, by its ISO 639 code.' }),
});
export type SearchFilters = z.infer<typeof SearchFilters>;

/** Language of the speech in a library's videos. */
export const SpokenLanguage = z
  .object({
    language: z.string().meta({ description: 'ISO 639 code.' }),
    job_ids: z.array(z.string()).meta({ description: 'Videos whose speech is in this language.' }),
  })
  .meta({ id: 'SpokenLanguage' });
export type SpokenLanguage = z.infer<typeof SpokenLanguage>;

/** Fields whose values `GET /search/values` lists; topics are keywords, which are searched for without a field. */
export const VALUE_FIELDS = ['sees', 'brand', 'speaker', 'person', 'topic'] as const;
export type ValueField = (typeof VALUE_FIELDS)[number];

/** Value of a field of the query language that finds something in the library. */
export const QueryValue = z
  .object({
    value: z.string().describe('The value.'),
    count: z.int().min(1).meta({ description: 'Findings, of the newest ones only; of a speaker or a person, videos.' }),
    kind: z.enum(NAME_KINDS).optional().meta({ description: 'Of a topic that is a name, its kind.' }),
  })
  .meta({ id: 'QueryValue' });
export type QueryValue = z.infer<typeof QueryValue>;

/** Text of a search. */
export const SearchText = z.string().max(2000).trim().min(1).meta({ pattern: NOT_EMPTY });

/** Filter of hits by the moments that they are in. */
export const WithinTag = z
  .string()
  .max(200)
  .optional()
  .meta({ description: 'Id or name of a tag: only hits in moments with it (extension).' });

export const SearchRequest = SearchFilters.extend({
  query: SearchText.meta({
    pattern: NOT_EMPTY,
    description:
      'Words, or the query language: said: shown: sees: hears: brand: camera: person: speaker: in: from: to: within: AND OR NOT (extension).',
  }),
  limit: z.number().int().min(1).default(DEFAULT_SEARCH_LIMIT).meta({ description: 'Clamped to 100.' }),
  job_ids: z.array(JobId).max(1000).optional().describe('Only findings of these videos.'),
  modules: z.array(ModuleName).optional().describe('Only findings of these modules.'),
  project_id: z.string().optional().describe('ID of the project.'),
  mode: SearchMode.default('hybrid'),
  include: z
    .array(z.enum(['moments', 'query', 'not_transcribed']))
    .max(3)
    .optional()
    .meta({
      description:
        'Changes the response to an object of groups: the hits, your moments, how the query was understood, and videos without a transcript (extension).',
    }),
  natural: z.boolean().optional().meta({
    description:
      'Searches for the query that a question in plain words stands for, in English or German, if every word of it has its place (extension).',
  }),
  tag: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Id or name of a tag: only moments with it, if they are included (extension).' }),
  within_tag: WithinTag,
}).meta({ id: 'SearchRequest' });
export type SearchRequest = z.infer<typeof SearchRequest>;

/** How a segment was found. */
const SEARCH_MATCHES = ['words', 'meaning', 'looks', 'weak'] as const;

/** Response header of a search, `true` or `false`. */
export const SEMANTIC_SEARCH_HEADER = 'X-Search-By-Meaning';

/** Finding of a moment that satisfies one condition of a query. */
const MomentFinding = Segment.pick({ id: true, module: true, content: true, start_time: true, end_time: true })
  .extend({
    condition: z.string().meta({ description: 'The part of the query that it satisfies, such as `said:budget`.' }),
    text: MessageRef.optional().meta({ description: '`content` as a key and parameters, if the server wrote it.' }),
  })
  .meta({ id: 'MomentFinding' });

export const SearchHit = Segment.extend({
  id: z.string().meta({
    description:
      'Id of the segment; of a person on screen, `face-track-` and the id of the first face track, which is no segment.',
  }),
  job_id: z.string().describe('ID of the video, and of its job.'),
  rank: z.int().min(1).meta({
    description: 'Place in the order of the hits, from 1; keyword and semantic search together decide it (extension).',
  }),
  similarity: z.number().min(0).max(1).meta({
    description: 'Cosine similarity of query and segment; hits are in the order of `rank`, not of this.',
  }),
  match: z.enum(SEARCH_MATCHES).meta({
    description:
      'words: keyword match; meaning: semantic match; looks: its frame looks like the words; weak: uncertain match (extension)',
  }),
  frame: z
    .object({
      time: z.number().meta({ description: 'Seconds.' }),
      similarity: z.number().min(0).max(1).meta({ description: 'Cosine similarity of query and frame.' }),
    })
    .optional()
    .meta({ description: 'Frame that looks like the query, with a selected text-image model (extension).' }),
  moment: z
    .object({
      start_time: z.number().meta({ description: 'Seconds; of the earliest finding.' }),
      end_time: z.number().meta({ description: 'Seconds, exclusive; of the latest finding.' }),
      findings: z.array(MomentFinding).meta({ description: 'One for each condition; the first is the hit.' }),
    })
    .optional()
    .meta({ description: 'Findings that satisfy several conditions of the query together (extension).' }),
  passage: z
    .object({
      start_time: z.number().meta({ description: 'Seconds.' }),
      end_time: z.number().describe('Seconds from the start of the video, exclusive.'),
    })
    .optional()
    .meta({ description: 'The sentence, or else the shot, around a hit that is shorter (extension).' }),
}).meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof SearchHit>;

/** Hint about a part of a query that works otherwise than written. */
const SearchHint = LocalizedText.extend({
  start: z.int().min(0).meta({ description: 'Start of the part in the query, in UTF-16 units.' }),
  end: z.int().min(0).describe('Offset after its last character in the query, in UTF-16 units.'),
}).meta({ id: 'SearchHint' });

/** Word of a query that no finding contains. */
const UnknownWord = z
  .object({
    word: z.string().describe('The word.'),
    start: z.int().min(0).meta({ description: 'Start of the word in the query, in UTF-16 units.' }),
    end: z.int().min(0).describe('Offset after its last character in the query, in UTF-16 units.'),
    spellings: z
      .array(z.string())
      .meta({ description: 'Words of findings that are spelled nearly the same, nearest first.' }),
  })
  .meta({ id: 'UnknownWord' });
export type UnknownWord = z.infer<typeof UnknownWord>;

/** Response of a search with `include`. */
export const SearchGroups = z
  .object({
    segments: z.array(SearchHit).meta({ description: 'Best match first.' }),
    moments: z.array(Moment).meta({
      description: 'With all words in title, note, or tags, best match first; empty unless included.',
    }),
    query: z
      .object({
        hints: z.array(SearchHint).describe('Hints on the query.'),
        unknown: z.array(UnknownWord).optional().meta({
          description:
            'Words without a field that no finding of the videos contains: names, a word alone, or all words of a query without hits; of a question that stands for another query, names. Absent without any.',
        }),
        text: z.string().meta({ description: 'The query that was searched for.' }),
        suggestion: z.string().nullable().meta({
          description: 'Query that a question in plain words stands for, unless it was searched for; null for none.',
        }),
      })
      .optional()
      .meta({ description: 'How the query was understood, if included.' }),
    not_transcribed: z.array(NamedVideo).optional().meta({
      description:
        'If included, and every hit is weak: the videos in scope without a complete transcript, up to 100, in which the words may have been said.',
    }),
  })
  .meta({ id: 'SearchGroups' });
export type SearchGroups = z.infer<typeof SearchGroups>;
