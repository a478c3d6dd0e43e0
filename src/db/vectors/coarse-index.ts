import type { ModuleName } from '../../contract/analysis/modules.ts';
import { wordsPerCode } from './binary-codes.ts';
import { type CodeArena, createCodeArena, PAGE_SLOTS } from './code-arena.ts';
import { idsAt, idsOf, joinAdjacent, type Page, type Run } from './runs.ts';
import { type ScanQuery, scan } from './scan.ts';
import type { Scanner } from './scanner.ts';

/** Share of removed vectors above which pages are compacted. */
const WASTE_LIMIT = 0.3;

/** Number of codes from which a scan takes longer (a millisecond) than to hand it to the thread. */
const MIN_THREAD_CODES = 100_000;

/** Numbers the arenas of all indexes. */
let arenas = 0;

/** Vectors that a search may return. */
export interface VectorScope {
  videoIds: readonly number[];
  /** Undefined: all. */
  modules?: readonly ModuleName[] | undefined;
}

/**
 * Sign bits of all embeddings of one model, in memory: `dimension / 8 + 8` bytes each (72 MB for a million with 512
 * dimensions). Narrows a search to a few hundred candidates for exact scoring.
 */
export class CoarseIndex {
  readonly dimension: number;
  readonly #words: number;
  readonly #runs = new Map<number, Run[]>();
  /** Created with the first vector, since many indexes stay empty. */
  #arena: CodeArena | undefined;
  #pages: Page[] = [];
  #live = 0;
  readonly #scanner: Scanner | undefined;
  readonly #id = arenas++;
  /** Scans under way on the thread, and pages to release once they are done. */
  #scans = 0;
  #retired: Page[] = [];

  /** @param scanner scans large scopes; without it, they are scanned at once */
  constructor(dimension: number, scanner?: Scanner) {
    this.dimension = dimension;
    this.#scanner = scanner;
    this.#words = wordsPerCode(dimension);
  }

  /** Number of vectors. */
  get size(): number {
    return this.#live;
  }

  /** Replaces the vectors of this module of this video. `codes` as encoded by vectors/binary-codes.ts. */
  replace(videoId: number, module: ModuleName, ids: Float64Array, codes: Uint32Array): void {
    this.remove(videoId, module);
    const runs = this.#runs.get(videoId) ?? [];
    for (let taken = 0; taken < ids.length; ) {
      const page = this.#pageWithRoom();
      const count = Math.min(PAGE_SLOTS - page.used, ids.length - taken);
      page.ids.set(ids.subarray(taken, taken + count), page.used);
      page.codes.set(codes.subarray(taken * this.#words, (taken + count) * this.#words), page.used * this.#words);
      runs.push({ module, page, first: page.used, count });
      page.used += count;
      taken += count;
    }
    this.#live += ids.length;
    if (runs.length > 0) this.#runs.set(videoId, runs);
  }

  /** Removes the vectors of a video, or of one module of it. */
  remove(videoId: number, module?: ModuleName): void {
    const runs = this.#runs.get(videoId);
    if (!runs) return;
    const kept = runs.filter((run) => module !== undefined && run.module !== module);
    for (const run of runs) if (!kept.includes(run)) this.#live -= run.count;
    if (kept.length > 0) this.#runs.set(videoId, kept);
    else this.#runs.delete(videoId);
    const slots = this.#pages.reduce((sum, page) => sum + page.used, 0);
    if (slots - this.#live > Math.max(PAGE_SLOTS, slots * WASTE_LIMIT)) this.#compact();
  }

  /**
   * Returns the `vectors.id` of about `wanted` vectors in scope that are probably nearest to `query`, in no order:
   * selected by the Hamming distance of the signs, then the best `coarse` of these by the dot product of the query with
   * the signs. Returns the entire scope if it has no more than `wanted`. Vectors that are stored or removed after the
   * call don't matter to it.
   */
  async candidates(query: Float32Array, scope: VectorScope, wanted: number, coarse: number): Promise<Float64Array> {
    return (await this.candidatesOfEach([query], scope, wanted, coarse))[0]!;
  }

  /** Returns the {@link candidates} of each query. */
  async candidatesOfEach(
    queries: readonly Float32Array[],
    scope: VectorScope,
    wanted: number,
    coarse: number,
  ): Promise<readonly Float64Array[]> {
    const runs = this.#runsOf(scope);
    const total = runs.reduce((sum, run) => sum + run.count, 0);
    if (total <= wanted) return queries.map(() => idsOf(runs, total));
    const spans = joinAdjacent(runs);
    const positions = await this.#scan(spans, total, { queries, wanted, coarse });
    return positions.map((own) => idsAt(own, spans));
  }

  /**
   * Calls `visit` for each vector in scope whose code differs from `code` in at most `most` bits, with its video and
   * its position among the vectors of its video.
   */
  forEachWithin(
    code: Uint32Array,
    scope: VectorScope,
    most: number,
    visit: (videoId: number, position: number) => void,
  ): void {
    const distances = new Uint16Array(PAGE_SLOTS);
    for (const videoId of scope.videoIds) {
      let before = 0;
      for (const run of this.#runsOf({ ...scope, videoIds: [videoId] })) {
        this.#arena!.distances(distances, 0, run.page, run.first, run.count, code);
        for (let i = 0; i < run.count; i++) if (distances[i]! <= most) visit(videoId, before + i);
        before += run.count;
      }
    }
  }

  /** Scans large scopes on the thread, where it is available and the codes are in shared memory. */
  async #scan(spans: readonly Run[], total: number, query: ScanQuery): Promise<readonly Uint32Array[]> {
    const { memory, distances } = this.#arena!;
    const shared = spans.flatMap(({ page: { address }, first, count }) =>
      address === undefined ? [] : [{ address, first, count }],
    );
    if (!this.#scanner || !memory || total < MIN_THREAD_CODES || shared.length < spans.length)
      return scan(distances, spans, query);
    this.#scans++;
    try {
      const job = { ...query, arena: this.#id, memory, words: this.#words, spans: shared };
      return (await this.#scanner.scan(job)) ?? scan(distances, spans, query);
    } finally {
      this.#scans--;
      if (this.#scans === 0) for (const page of this.#retired.splice(0)) this.#arena!.release(page);
    }
  }

  #runsOf(scope: VectorScope): Run[] {
    const runs: Run[] = [];
    for (const videoId of scope.videoIds) {
      for (const run of this.#runs.get(videoId) ?? []) {
        if (!scope.modules || scope.modules.includes(run.module)) runs.push(run);
      }
    }
    return runs;
  }

  #pageWithRoom(): Page {
    const last = this.#pages.at(-1);
    if (last && last.used < PAGE_SLOTS) return last;
    this.#arena ??= createCodeArena(this.#words);
    const page = this.#arena.page();
    this.#pages.push(page);
    return page;
  }

  #compact(): void {
    const runs = [...this.#runs];
    const old = this.#pages;
    this.#runs.clear();
    this.#pages = [];
    this.#live = 0;
    for (const [videoId, ofVideo] of runs) {
      for (const [module, parts] of Map.groupBy(ofVideo, (run) => run.module)) {
        const count = parts.reduce((sum, run) => sum + run.count, 0);
        const codes = new Uint32Array(count * this.#words);
        let at = 0;
        for (const run of parts) {
          codes.set(run.page.codes.subarray(run.first * this.#words, (run.first + run.count) * this.#words), at);
          at += run.count * this.#words;
        }
        this.replace(videoId, module, idsOf(parts, count), codes);
      }
    }
    // A scan under way may still read them.
    if (this.#scans > 0) this.#retired.push(...old);
    else for (const page of old) this.#arena!.release(page);
  }
}
