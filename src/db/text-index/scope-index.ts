import { setImmediate } from 'node:timers/promises';
import { MODULE_NAMES, type ModuleName } from '../../contract/analysis/modules.ts';
import type { Db } from '../open.ts';

/** Groups of findings read between two turns of the event loop: some milliseconds. */
const GROUPS_PER_TURN = 500;

/** Findings of some videos of a user. */
export interface SegmentScope {
  userId: number;
  videoIds: readonly number[];
  /** Undefined: all. */
  modules?: readonly ModuleName[] | undefined;
}

/** Narrows findings to a {@link SegmentScope}. */
export interface ScopeFilter {
  has(id: number): boolean;
  /** Lowest and highest id that may be in scope. */
  first: number;
  last: number;
  /** Share of the ids between these that are in scope, if all types are; above 0. */
  share: number;
}

/** An id that no video has. */
const NO_VIDEO = 0;

export type SegmentOrigin = { userId: number; videoId: number; module: ModuleName };

/**
 * Video and type of each finding by its id, in memory (5 bytes each), so that what the text index finds is narrowed
 * without reading rows. Ids are not used again, so deleted findings can stay: new ones are added before each use.
 * Neither changes, except for findings that are discarded, and those that were stored where nobody sees them.
 */
export function createScopeIndex(db: Db) {
  let videoOf = new Int32Array(0);
  let moduleOf = new Uint8Array(0);
  const ownerOf: number[] = [];
  /** Lowest and highest id of a video's findings, and their number. */
  const spans: { first: number; last: number; count: number }[] = [];
  /** The group that was loaded last; null when all are. */
  let cursor: { videoId: number; module: ModuleName | '' } | null = { videoId: -1, module: '' };
  /** Highest id that is loaded, or that the groups to load have. */
  let known: number | undefined;

  const set = (first: number, last: number, { userId, videoId, module }: SegmentOrigin): void => {
    if (last >= videoOf.length) {
      const length = Math.max(last + 1, videoOf.length * 2);
      const [videos, modules] = [videoOf, moduleOf];
      videoOf = new Int32Array(length);
      moduleOf = new Uint8Array(length);
      videoOf.set(videos);
      moduleOf.set(modules);
    }
    videoOf.fill(videoId, first, last + 1);
    moduleOf.fill(MODULE_NAMES.indexOf(module), first, last + 1);
    ownerOf[videoId] = userId;
    spans[videoId] ??= { first, last, count: 0 };
    const span = spans[videoId];
    span.first = Math.min(span.first, first);
    span.last = Math.max(span.last, last);
    span.count += last - first + 1;
  };

  /** Loads some groups; returns whether more may follow. */
  const loadMore = (): boolean => {
    if (!cursor) return false;
    known ??= db.column<number | null>('SELECT max(id) FROM segments')[0] ?? 0;
    const rows = db.column<string>(GROUPS, cursor.videoId, cursor.module);
    for (const row of rows) {
      const group = JSON.parse(row) as SegmentOrigin & { first: number; last: number; count: number };
      const { videoId, module, first, last, count } = group;
      if (count === last - first + 1) set(first, last, group);
      else for (const id of db.column<number>(IDS, videoId, module)) set(id, id, group);
      cursor = group;
    }
    if (rows.length < GROUPS_PER_TURN) cursor = null;
    return cursor !== null;
  };

  const catchUp = (): void => {
    while (loadMore());
    for (const row of db.column<string>(NEWER, known)) {
      const { id, ...place } = JSON.parse(row) as SegmentOrigin & { id: number };
      set(id, id, place);
      known = id;
    }
  };

  return {
    /** Loads it before the first search, without blocking the event loop. */
    async warm(): Promise<void> {
      while (loadMore()) await setImmediate();
    },

    /** Moves findings to another video. */
    move(ids: readonly number[], origin: SegmentOrigin): void {
      for (const id of ids) set(id, id, origin);
    },

    /** Takes findings out of all scopes. */
    forget(ids: readonly number[]): void {
      for (const id of ids) if (id < videoOf.length) videoOf[id] = NO_VIDEO;
    },

    /** Returns what narrows to the findings of a scope that are in videos of the user; null if there are none. */
    within({ userId, videoIds, modules }: SegmentScope): ScopeFilter | null {
      catchUp();
      const isIn = new Uint8Array(ownerOf.length);
      let [first, last, count] = [Number.POSITIVE_INFINITY, 0, 0];
      for (const id of videoIds) {
        if (ownerOf[id] !== userId) continue;
        isIn[id] = 1;
        const span = spans[id]!;
        if (span.first < first) first = span.first;
        if (span.last > last) last = span.last;
        count += span.count;
      }
      if (count === 0) return null;
      const isWanted = MODULE_NAMES.map((name) => !modules || modules.includes(name));
      const has = (id: number) => isIn[videoOf[id]!] === 1 && isWanted[moduleOf[id]!]!;
      return { has, first, last, share: count / (last - first + 1) };
    },
  };
}

// Covered by the index segmentsByVideo.
const GROUPS = `SELECT json_object('userId', userId, 'videoId', videoId, 'module', module, 'first', min(s.id), 'last', max(s.id), 'count', count(*))
  FROM segments s CROSS JOIN videos ON videos.id = videoId WHERE (videoId, module) > (?, ?)
  GROUP BY videoId, module ORDER BY videoId, module LIMIT ${GROUPS_PER_TURN}`;
const IDS = 'SELECT id FROM segments WHERE videoId = ? AND module = ?';
const NEWER = `SELECT json_object('id', s.id, 'userId', userId, 'videoId', videoId, 'module', module)
  FROM segments s CROSS JOIN videos ON videos.id = videoId WHERE s.id > ? ORDER BY s.id`;
