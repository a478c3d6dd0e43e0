import { createHash } from 'node:crypto';
import { originalEngine } from '../core/evidence/imported-engine.ts';
import type { Db } from './open.ts';
import {
  type FoundCount,
  type FoundItems,
  type FoundModule,
  foundCounts,
  foundItems,
  foundState,
  stateOf,
} from './text-index/found-state.ts';

/** The present analysis of a video. */
export interface PresentAnalysis {
  /** Epoch milliseconds; null if unknown. */
  finishedAt: number | null;
  modules: FoundModule[];
}

/** Findings that videos have now, as an analysis found them. */
export function createPresentAnalyses(db: Db) {
  const madeAt = (videoId: number): number | null => originOf(db, videoId)?.at ?? null;
  const finishedAt = (videoId: number): number | null => {
    const entry = originOf(db, videoId);
    if (!entry) return null;
    const { finished_ms } = JSON.parse(entry.details) as { finished_ms?: number | null };
    return entry.action === 'analyzed' ? entry.at : (finished_ms ?? null);
  };
  const found = (videoId: number): FoundModule[] => foundState(db, videoId, madeAt(videoId));

  return {
    /** When the present findings were made, in epoch milliseconds; null if unknown. */
    finishedAt,

    /** The present findings of a video as found. */
    present: (videoId: number): PresentAnalysis => ({ finishedAt: finishedAt(videoId), modules: found(videoId) }),

    /** The present analysis with the numbers of its findings alone, which is a tenth of the time. */
    presentCounts: (videoId: number): { finishedAt: number | null; modules: FoundCount[] } => ({
      finishedAt: finishedAt(videoId),
      modules: foundCounts(db, videoId, madeAt(videoId)),
    }),

    /** The present findings in the order in which they are stored, each with its segment. */
    presentItems: (videoId: number): FoundItems[] => foundItems(db, videoId, madeAt(videoId)),

    /**
     * Identifies the present findings: equal for equal findings, in any library. Undefined without findings.
     * @param items those that were read already
     */
    presentDigest(videoId: number, items?: readonly FoundItems[]): string | undefined {
      const state = items ? stateOf(items) : found(videoId);
      return state.length > 0 ? digestOf(state) : undefined;
    },
  };
}

/** Entry of the history for the present findings: their run, their restore, or the bundle that they are from. */
function originOf(db: Db, videoId: number) {
  const { jobId } = db.get(db.sql.selectFrom('videos').select('jobId').where('id', '=', videoId))!;
  const [number] = db.column<number>(
    `SELECT number FROM auditEntries WHERE jobId = ? AND (action = 'restored' OR
      (action = 'merged' AND json_extract(details, '$.is_present')) OR
      (action = 'analyzed' AND json_extract(details, '$.outcome') IS NOT 'failed')) ORDER BY number DESC LIMIT 1`,
    jobId,
  );
  if (number === undefined) return undefined;
  const entries = db.sql.selectFrom('auditEntries').select(['at', 'action', 'details']).where('jobId', '=', jobId);
  return db.get(entries.where('number', '=', number));
}

/**
 * Identifies findings: equal for the same ones in any library, whether it made or imported them.
 * @param json of the state
 */
export function digestOf(state: readonly FoundModule[], json = JSON.stringify(state)): string {
  const isOwn = state.every(({ engine }) => originalEngine(engine) === engine);
  const original = state.map((found) => ({ ...found, engine: originalEngine(found.engine) }));
  return createHash('sha256')
    .update(isOwn ? json : JSON.stringify(original))
    .digest('hex');
}
