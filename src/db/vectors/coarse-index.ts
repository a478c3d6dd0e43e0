import type { ModuleName } from '../../contract/modules.ts';
import { quantize, signTable, wordsPerCode } from './binary-codes.ts';
import { type CodeArena, createCodeArena, PAGE_SLOTS } from './code-arena.ts';
import { largest } from './largest.ts';
import { idsOf, joinAdjacent, type Page, type Run, slotsWithin, thresholdFor } from './runs.ts';

/** Share of removed vectors above which pages are compacted. */
const WASTE_LIMIT = 0.3;

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
  /** Distances of one search, kept for the next, since a million take two megabytes. */
  #distances = new Uint16Array(0);

  constructor(dimension: number) {
    this.dimension = dimension;
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
   * the signs. Returns the entire scope if it has no more than `wanted`.
   */
  candidates(query: Float32Array, scope: VectorScope, wanted: number, coarse: number): Float64Array {
    return this.candidatesOfEach([query], scope, wanted, coarse)[0]!;
  }

  /** Returns the {@link candidates} of each query; a page of codes is compared with all of them while it is in the cache of the processor. */
  candidatesOfEach(
    queries: readonly Float32Array[],
    scope: VectorScope,
    wanted: number,
    coarse: number,
  ): readonly Float64Array[] {
    const runs = this.#runsOf(scope);
    const total = runs.reduce((sum, run) => sum + run.count, 0);
    if (total <= wanted) return queries.map(() => idsOf(runs, total));
    const codes = queries.map((query) => {
      const code = new Uint32Array(this.#words);
      quantize(query, code, 0);
      return code;
    });
    const spans = joinAdjacent(runs);
    if (this.#distances.length < total * queries.length)
      this.#distances = new Uint16Array(Math.max(total, this.#live) * queries.length);
    const distances = queries.map((_, i) => this.#distances.subarray(i * total, (i + 1) * total));
    let at = 0;
    for (const { page, first, count } of spans) {
      codes.forEach((code, i) => void this.#arena!.distances(distances[i]!, at, page, first, count, code));
      at += count;
    }
    return queries.map((query, i) => {
      const own = distances[i]!;
      return this.#bestBySigns(query, slotsWithin(spans, own, thresholdFor(own, this.#words * 32, coarse)), wanted);
    });
  }

  /**
   * Calls `visit` for each vector in scope whose code differs from `code` in at most `most` bits, with its video and its position
   * among the vectors of its video.
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

  #bestBySigns(query: Float32Array, near: readonly (readonly [Page, number])[], wanted: number): Float64Array {
    const table = signTable(query);
    const words = this.#words;
    const scores = new Float32Array(near.length);
    for (let i = 0; i < near.length; i++) {
      const [{ codes }, slot] = near[i]!;
      let score = 0;
      for (let word = 0, at = slot * words; word < words; word++, at++) {
        const bits = codes[at]!;
        const row = word << 10;
        score += table[row | (bits & 255)]! + table[row | 256 | ((bits >>> 8) & 255)]!;
        score += table[row | 512 | ((bits >>> 16) & 255)]! + table[row | 768 | (bits >>> 24)]!;
      }
      scores[i] = score;
    }
    const cut = largest(scores, wanted);
    const best = near.filter((_, i) => scores[i]! >= cut).map(([page, slot]) => page.ids[slot]!);
    return Float64Array.from(best);
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
    for (const page of old) this.#arena!.release(page);
  }
}
