import { createHash } from 'node:crypto';
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Clock, formatTimestamp } from '../base/time.ts';
import { originalEngine } from '../core/evidence/imported-engine.ts';
import type { AuditLogWriter } from './audit-log.ts';
import type { Db } from './open.ts';
import type { AnalysisRow } from './schema.ts';
import {
  type FoundCount,
  type FoundItems,
  type FoundModule,
  foundCounts,
  foundItems,
  foundState,
  stateOf,
} from './text-index/found-state.ts';
import type { SegmentWriter } from './text-index/segment-writer.ts';

export type Analyses = ReturnType<typeof createAnalyses>;

/** Number of earlier analyses that are kept of a video. */
export const MAX_KEPT_ANALYSES = 5;

/** An earlier analysis without its findings. */
export type AnalysisSummary = Omit<AnalysisRow, 'findings'> & { sizeBytes: number };

/** The present analysis of a video. */
export interface PresentAnalysis {
  /** Epoch milliseconds; null if unknown. */
  finishedAt: number | null;
  modules: FoundModule[];
}

/**
 * Earlier analyses of videos: their findings as found, compressed. One is kept when a run is about to replace its
 * findings; corrections are stored apart and apply to whichever analysis is present.
 */
export function createAnalyses(db: Db, clock: Clock, writer: SegmentWriter, audit: AuditLogWriter) {
  const of = (videoId: number) => db.sql.selectFrom('analyses').where('videoId', '=', videoId);

  /** Entry of the history for the present findings: their run, their restore, or the bundle that they are from. */
  const origin = (videoId: number) => {
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
  };

  /** End of the run that made the present findings; null if unknown. */
  const finishedAt = (videoId: number): number | null => {
    const entry = origin(videoId);
    if (!entry) return null;
    const { finished_ms } = JSON.parse(entry.details) as { finished_ms?: number | null };
    return entry.action === 'analyzed' ? entry.at : (finished_ms ?? null);
  };

  const found = (videoId: number): FoundModule[] => foundState(db, videoId, origin(videoId)?.at ?? null);

  const store = (
    videoId: number,
    state: readonly FoundModule[],
    replacedBy: number | null,
    finishedMs = finishedAt(videoId),
  ): void => {
    const json = JSON.stringify(state);
    const modules = state.map(({ module, engine, segments }) => ({ module, engine, findings: segments.length }));
    db.run(
      db.sql.insertInto('analyses').values({
        videoId,
        finishedAt: finishedMs,
        keptAt: clock.now(),
        replacedBy,
        modules: JSON.stringify(modules),
        digest: digestOf(state, json),
        // The best compression takes three times as long for a few percent.
        findings: deflateRawSync(json, { level: constants.Z_BEST_SPEED }),
      }),
    );
    const oldest = of(videoId)
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .offset(MAX_KEPT_ANALYSES - 1);
    db.run(db.sql.deleteFrom('analyses').where('videoId', '=', videoId).where('id', '<', oldest));
  };

  /** Run that is queued or working. */
  const runOf = (videoId: number): number | undefined =>
    db.get(db.sql.selectFrom('jobs').select('queuedAt').where('videoId', '=', videoId))?.queuedAt;

  return {
    /** Keeps the present findings, which the run of this video is about to replace; once for each run. */
    keepBeforeRun(videoId: number): void {
      const run = runOf(videoId) ?? null;
      if (run !== null && db.get(of(videoId).select('id').where('replacedBy', '=', run))) return;
      const state = found(videoId);
      if (state.length > 0) store(videoId, state, run);
    },

    /** Forgets what was kept before a run that ended without changing the findings. */
    dropIfUnchanged(videoId: number): void {
      const run = runOf(videoId);
      const kept =
        run === undefined ? undefined : db.get(of(videoId).select(['id', 'digest']).where('replacedBy', '=', run));
      if (kept?.digest === digestOf(found(videoId))) db.run(db.sql.deleteFrom('analyses').where('id', '=', kept.id));
    },

    /**
     * Findings that a run replaced; undefined if there were none, or if it found the same. @param run `queuedAt` of its
     * job
     */
    replacedBy(videoId: number, run: number): FoundModule[] | undefined {
      const row = db.get(of(videoId).select('findings').where('replacedBy', '=', run));
      return row && readFindings(row.findings);
    },

    /** Keeps the present findings, which others are about to replace outside of a run. */
    keepPresent(videoId: number): void {
      const state = found(videoId);
      if (state.length > 0) store(videoId, state, null);
    },

    /** Adds an earlier analysis; false if as many as are kept are newer. @param finishedMs epoch milliseconds */
    addEarlier(videoId: number, state: readonly FoundModule[], finishedMs: number | null): boolean {
      const kept = this.list(videoId);
      const isOldest = kept.every((each) => (each.finishedAt ?? 0) > (finishedMs ?? 0));
      if (kept.length >= MAX_KEPT_ANALYSES && isOldest) return false;
      store(videoId, state, null, finishedMs);
      return true;
    },

    /**
     * Identifies the present findings: equal for equal findings, in any library. Undefined without findings.
     * @param items those that were read already
     */
    presentDigest(videoId: number, items?: readonly FoundItems[]): string | undefined {
      const state = items ? stateOf(items) : found(videoId);
      return state.length > 0 ? digestOf(state) : undefined;
    },

    /** The present findings in the order in which they are stored, each with its segment. */
    presentItems: (videoId: number): FoundItems[] => foundItems(db, videoId, origin(videoId)?.at ?? null),

    /** When the present findings were made, in epoch milliseconds; null if unknown. */
    finishedAt,

    /** The present findings of a video as found. */
    present: (videoId: number): PresentAnalysis => ({
      finishedAt: finishedAt(videoId),
      modules: found(videoId),
    }),

    /** The present analysis with the numbers of its findings alone, which is a tenth of the time. */
    presentCounts: (videoId: number): { finishedAt: number | null; modules: FoundCount[] } => ({
      finishedAt: finishedAt(videoId),
      modules: foundCounts(db, videoId, origin(videoId)?.at ?? null),
    }),

    /** Newest first. */
    list: (videoId: number): AnalysisSummary[] =>
      db.all(
        of(videoId)
          .select(['id', 'videoId', 'finishedAt', 'keptAt', 'replacedBy', 'modules', 'digest'])
          .select((row) => row.fn<number>('length', ['findings']).as('sizeBytes'))
          .orderBy('id', 'desc'),
      ),

    /** Findings of an earlier analysis of a video. */
    get(videoId: number, id: number): { row: AnalysisRow; modules: FoundModule[] } | undefined {
      const row = db.get(of(videoId).selectAll().where('id', '=', id));
      return row && { row, modules: readFindings(row.findings) };
    },

    /** Bytes of all earlier analyses of a user. */
    sizeBytes(userId: number): number {
      const [bytes] = db.column<number>(
        `SELECT coalesce(sum(length(findings)), 0) FROM analyses AS a JOIN videos AS v ON v.id = a.videoId
          WHERE v.userId = ?`,
        userId,
      );
      return bytes!;
    },

    /**
     * Makes an earlier analysis the present one, with the corrections applied; the present one is kept in its place.
     * False if the video has no such analysis. The video must be neither queued nor processing.
     */
    restore(videoId: number, id: number): boolean {
      return db.transaction(() => {
        const earlier = this.get(videoId, id);
        if (!earlier) return false;
        const { row, modules } = earlier;
        const present = found(videoId);
        db.run(db.sql.deleteFrom('analyses').where('id', '=', id));
        if (present.length > 0) store(videoId, present, null);
        for (const { module } of present)
          if (!modules.some((kept) => kept.module === module)) writer.remove(videoId, module, false);
        for (const each of modules) writer.replaceModule(videoId, each);
        db.run(db.sql.deleteFrom('moduleRuns').where('videoId', '=', videoId));
        for (const { module, engine } of modules) {
          const run = { videoId, module, engine, status: 'completed' as const, progress: 100 };
          db.run(db.sql.insertInto('moduleRuns').values(run));
        }
        audit.recordOf(videoId, {
          action: 'restored',
          details: {
            finished_at: row.finishedAt === null ? null : formatTimestamp(row.finishedAt),
            finished_ms: row.finishedAt,
            digest: row.digest,
            modules: JSON.parse(row.modules),
          },
        });
        return true;
      });
    },
  };
}

/** Equal for the same findings in any library, whether it made or imported them. @param json of the state */
function digestOf(state: readonly FoundModule[], json = JSON.stringify(state)): string {
  const isOwn = state.every(({ engine }) => originalEngine(engine) === engine);
  const original = state.map((found) => ({ ...found, engine: originalEngine(found.engine) }));
  return createHash('sha256')
    .update(isOwn ? json : JSON.stringify(original))
    .digest('hex');
}

function readFindings(compressed: Uint8Array): FoundModule[] {
  return JSON.parse(inflateRawSync(compressed).toString()) as FoundModule[];
}
