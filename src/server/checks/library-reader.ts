import type { TextClaim } from '../../core/claims/claims.ts';
import type { Store } from '../../db/index.ts';
import { mapInParts } from '../library/in-parts.ts';
import { toSegment } from '../library/mappers/segment-mapper.ts';
import { rankByKeywords } from '../search/keyword.ts';
import { toQuery } from '../search/query.ts';
import { createSourceReader, type Source, sourcesOf, type VideoFindings } from './sources.ts';
import { isSamePerson, namedSpeakers } from './speakers.ts';

/** Videos in which a text is checked. */
export interface CheckScope {
  jobIds?: readonly string[] | undefined;
  projectId?: number | undefined;
}

/** Modules whose findings are what was said and shown. */
export const MODULES = ['transcription', 'ocr'] as const;
/** Findings that a search for a passage returns. */
const MAX_HITS = 24;
/** Words around a hit that are read beside those of the passage. */
const AROUND_WORDS = 40;
const MAX_QUOTED_WORDS = 2000;
/** Videos whose findings are kept while a text is checked. */
const MAX_CACHED_VIDEOS = 40;
/** Texts around hits that are kept meanwhile. */
const MAX_CACHED_SOURCES = 300;
const MAX_SPEAKERS = 5000;

/** Finds the texts of a library that may have a passage. */
export function createLibraryReader(store: Store, userId: number, { jobIds, projectId }: CheckScope) {
  const videoIds = store.search.videosOf(userId, { jobIds, projectId });
  const whole = jobIds === undefined && projectId === undefined;
  const scope = { userId, videoIds, modules: MODULES, whole };
  const known = new Map<string, VideoFindings>();
  const names = store.search.speakerNames(userId, MAX_SPEAKERS).map(({ value }) => value);
  const spoken = new Map<string, ReadonlySet<number>>();
  const readSource = createSourceReader(MAX_CACHED_SOURCES);

  const read = async (jobId: string): Promise<VideoFindings> => {
    const cached = known.get(jobId);
    if (cached) return cached;
    const rows = await store.segments.listInParts(userId, jobId, MODULES);
    const segments = (await mapInParts(rows, toSegment)).filter(({ data }) => !data?.preview);
    const lines = segments.filter(({ module }) => module === 'transcription');
    const screens = segments.filter(({ module }) => module === 'ocr');
    const findings = { jobId, lines, screens, speakers: namedSpeakers(lines) };
    if (known.size >= MAX_CACHED_VIDEOS) known.delete(known.keys().next().value!);
    known.set(jobId, findings);
    return findings;
  };

  /** Ids of the lines of the speakers whom a name may be. */
  const spokenBy = (sayer: string): ReadonlySet<number> => {
    const cached = spoken.get(sayer);
    if (cached) return cached;
    const speakers = names.filter((name) => isSamePerson(sayer, name));
    const ids = new Set(speakers.flatMap((name) => store.speakers.spokenBy(videoIds, name)));
    spoken.set(sayer, ids);
    return ids;
  };

  return {
    /** Texts around the findings that fit the words of a passage best, those of its speaker among them. */
    async sources({ text, sayer }: TextClaim, pause: () => Promise<void>): Promise<Source[]> {
      const words = text.split(/\s+/).slice(0, MAX_QUOTED_WORDS);
      const plain = words.join(' ').replace(/["“”„«»[\]()]/g, ' ');
      const query = { ...toQuery({ text: plain, required: [], excluded: [] }), phrases: [], demanded: [] };
      const found = rankByKeywords(store.search, scope, query, MAX_HITS);
      const own = sayer === null ? undefined : spokenBy(sayer);
      if (own && own.size > 0) found.push(...rankByKeywords(store.search, scope, query, MAX_HITS, own));
      const ids = new Set(found.map(({ id }) => id));
      const rows = store.search.segments(userId, [...ids]);
      const hits = new Set([...ids].map(String));
      const sources: Source[] = [];
      for (const jobId of new Set(rows.map((row) => row.jobId))) {
        await pause();
        sources.push(...sourcesOf(await read(jobId), hits, words.length + AROUND_WORDS, readSource));
      }
      return sources;
    },

    speakersOf: (jobId: string): ReadonlyMap<string, string> => known.get(jobId)?.speakers ?? new Map(),
  };
}
