import { setImmediate } from 'node:timers/promises';
import { CanceledError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { SavedFilters } from '../../contract/search/saved-searches.ts';
import { MAX_SEARCH_LIMIT, type SearchHit } from '../../contract/search/search.ts';
import { readSpeakerFilter } from '../../core/query/speaker-filter.ts';
import { hasFields } from '../../core/query/words.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRange } from '../../db/repositories/found-segments.ts';
import type { CountedSearchRow } from '../../db/repositories/saved-searches.ts';
import { termCounter } from '../../db/text-index/term-counts.ts';
import { parseQuery } from './query.ts';
import type { SearchService } from './search-service.ts';

/** Maximum distance in seconds between the starts of a finding in two analyses. */
const SAME_START_SECONDS = 1;

/** Ends of runs, among the events of all jobs. */
interface RunEvents {
  subscribeAll(listener: (jobId: string, event: { name: string }) => void): () => void;
}

/** Parts of videos that moments with a tag mark. */
interface TaggedRanges {
  ranges(userId: number, tag: string): VideoRange[];
}

type PendingVideo = ReturnType<Store['savedSearches']['pending']>[number];
type Finding = Pick<SearchHit, 'module' | 'content' | 'start_time'>;

interface NewHitsParts {
  store: Store;
  search: Pick<SearchService, 'search'>;
  moments: TaggedRanges;
  events: RunEvents;
  log: Logger;
}

/**
 * Counts the new hits of saved searches after each analysis: searches the analyzed video alone, in the background. What
 * an earlier analysis of the video found at the same time is not new. Pending videos are in the database.
 */
export class NewHits {
  readonly #parts: NewHitsParts;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  #again = false;
  /** Videos whose run ended since the pass began to look at them. */
  readonly #ended = new Set<number>();
  readonly #stop;

  constructor(parts: NewHitsParts) {
    this.#parts = parts;
    const { events, store } = parts;
    this.#stop = events.subscribeAll((jobId, { name }) => {
      if (name !== 'completed' && name !== 'failed') return;
      const video = store.videos.byJobId(jobId);
      if (!video) return;
      store.savedSearches.setPending(video.id);
      this.#ended.add(video.id);
      this.check();
    });
  }

  /** Looks at what an earlier process did not. */
  check(): void {
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#again && !this.#closing.signal.aborted) this.check();
    });
  }

  /** Resolves when no analysis is pending. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async close(): Promise<void> {
    this.#stop();
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { store, log } = this.#parts;
    while (this.#again && !this.#closing.signal.aborted) {
      this.#again = false;
      for (const video of store.savedSearches.pending()) {
        try {
          await this.#lookAt(video);
        } catch (error) {
          if (error instanceof CanceledError || this.#closing.signal.aborted) return;
          // It stays pending until the next analysis or start.
          log.warn('new hits could not be counted', { job_id: video.jobId, error });
        }
      }
    }
  }

  async #lookAt(video: PendingVideo): Promise<void> {
    const { store } = this.#parts;
    let isKnown: ReturnType<typeof knownFindings> | undefined;
    this.#ended.delete(video.videoId);
    const newest = store.savedSearches.newestSegment(video.videoId);
    for (const saved of store.savedSearches.list(video.userId)) {
      await setImmediate();
      const hits = (await this.#clearHits(saved, video)).filter(({ id }) => Number(id) > video.lastSegmentId);
      const unseen = store.savedSearches.newHitsIn(saved.id, video.videoId);
      if (hits.length + unseen.length === 0) continue;
      isKnown ??= knownFindings(store, video);
      // The analysis may have found again what nobody has seen.
      const wasUnseen = (hit: SearchHit) =>
        unseen.some((row) => row.module === hit.module && isSameTime(row.startTime, hit.start_time));
      const added = hits.filter((hit) => !isKnown!(hit) && !wasUnseen(hit));
      const present = new Set(store.search.places(unseen.map(({ segmentId }) => segmentId)).map(({ id }) => id));
      const rows = [
        ...unseen.filter(({ segmentId }) => present.has(segmentId)),
        ...[...hits.filter(wasUnseen), ...added].map(({ id, module, start_time, match, similarity }) => ({
          segmentId: Number(id),
          module,
          startTime: start_time,
          match,
          similarity,
        })),
      ];
      store.transaction(() => {
        // Meanwhile it may have been deleted, or changed: its new hits are those of another query.
        const current = store.savedSearches.get(saved.userId, saved.id);
        if (current?.query !== saved.query || current.filters !== saved.filters) return;
        store.savedSearches.putNewHits(saved, video.videoId, [
          ...new Map(rows.map((row) => [row.segmentId, row])).values(),
        ]);
        this.#announce(saved, video, added.length);
      });
    }
    store.savedSearches.setLookedAt(video.videoId, newest);
    if (this.#ended.has(video.videoId)) store.savedSearches.setPending(video.videoId);
  }

  /** Hits that deserve a mention: those that satisfy all fields, have all words, or clearly mean them. */
  async #clearHits({ userId, query, filters }: CountedSearchRow, { jobId }: PendingVideo): Promise<SearchHit[]> {
    const { search, moments, store } = this.#parts;
    const { modules, project_id, within_tag, ...others } = JSON.parse(filters) as SavedFilters;
    const { hits, relevant } = await search.search(
      userId,
      {
        query,
        limit: MAX_SEARCH_LIMIT,
        jobIds: [jobId],
        modules,
        filters: others,
        projectId: project_id === undefined ? undefined : Number(project_id),
        within: within_tag === undefined ? undefined : moments.ranges(userId, within_tag),
      },
      this.#closing.signal,
    );
    if (hasFields(query)) return hits.filter(({ match }) => match !== 'weak');
    const { terms } = parseQuery(readSpeakerFilter(query).text);
    const countTerms = termCounter(new Set(terms.map(({ pattern }) => pattern)));
    const texts = new Map(store.search.texts(hits.map(({ id }) => Number(id))).map((text) => [text.id, text.content]));
    return hits.filter(({ id }) => {
      if (relevant.has(id)) return true;
      const { counts } = countTerms(texts.get(Number(id)) ?? '');
      return terms.every(({ pattern }) => counts.has(pattern));
    });
  }

  #announce({ id, userId, name, query, notify }: CountedSearchRow, video: PendingVideo, count: number): void {
    const { store } = this.#parts;
    if (count === 0) return;
    const { jobId, name: videoName } = video;
    store.outbox.emit(userId, 'search.matched', () => ({
      saved_search_id: String(id),
      saved_search_name: name,
      query,
      job_id: jobId,
      video_name: videoName,
      new_hits: count,
    }));
    if (notify === 0) return;
    store.notifications.create(userId, {
      title: sentence('saved-search.found', { name }),
      message: sentence('saved-search.found-in', { count, video: videoName }),
      type: 'info',
      jobId,
    });
  }
}

/**
 * Returns whether an earlier analysis of a video has a finding. Findings are equal in all analyses if a run changed
 * none.
 */
function knownFindings(store: Store, { videoId, run, lastSegmentId }: PendingVideo): (hit: Finding) => boolean {
  const replaced = store.analyses.replacedBy(videoId, run);
  if (!replaced) return () => lastSegmentId > 0;
  const byText = new Map<string, number[]>();
  for (const { module, segments } of replaced) {
    for (const { content, start_time } of segments) {
      const key = `${module} ${content}`;
      byText.set(key, [...(byText.get(key) ?? []), start_time]);
    }
  }
  return ({ module, content, start_time }) =>
    byText.get(`${module} ${content}`)?.some((time) => isSameTime(time, start_time)) ?? false;
}

function isSameTime(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME_START_SECONDS;
}
