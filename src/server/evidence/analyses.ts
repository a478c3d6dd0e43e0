import { formatTimestamp } from '../../base/time.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Analysis, AnalysisComparison, AnalysisList } from '../../contract/evidence/analyses.ts';
import { MAX_KEPT_ANALYSES } from '../../db/analyses.ts';
import type { Store } from '../../db/index.ts';
import type { FoundModule } from '../../db/text-index/found-state.ts';
import { parseId, requireFound, requireVideo } from '../errors/lookup.ts';
import { requireIdle } from '../errors/open-job.ts';
import { compareFindings, timeOf } from './compare-findings.ts';

export type AnalysesService = ReturnType<typeof createAnalysesService>;

const CURRENT = 'current';

/** Maximum number of changes in one response. */
const MAX_CHANGES = 5000;

interface Opened {
  analysis: Analysis;
  modules: readonly FoundModule[];
}

/**
 * Earlier analyses of videos. @param changed called after a restore, since restored findings lack embeddings
 */
export function createAnalysesService(store: Store, changed: () => void) {
  const present = (videoId: number): Opened => {
    const { finishedAt, modules } = store.analyses.present(videoId);
    return { analysis: { id: CURRENT, ...factsOf(finishedAt, summaryOf(modules)), size_bytes: 0 }, modules };
  };

  const open = (videoId: number, id: string): Opened => {
    if (id === CURRENT) return present(videoId);
    const { row, modules } = requireFound(store.analyses.get(videoId, parseId(id, 'analysis')), 'analysis');
    const size_bytes = row.findings.length;
    return { analysis: { id, ...factsOf(row.finishedAt, summaryOf(modules)), size_bytes }, modules };
  };

  const list = (userId: number, jobId: string): AnalysisList => {
    const { id: videoId } = requireVideo(store, userId, jobId);
    const { finishedAt, modules } = store.analyses.presentCounts(videoId);
    const now = { id: CURRENT, ...factsOf(finishedAt, modules), size_bytes: 0 };
    const earlier = store.analyses.list(videoId).map((row) => ({
      id: String(row.id),
      ...factsOf(row.finishedAt, JSON.parse(row.modules) as Analysis['modules']),
      size_bytes: row.sizeBytes,
    }));
    return { analyses: now.modules.length > 0 ? [now, ...earlier] : earlier, max_kept: MAX_KEPT_ANALYSES };
  };

  return {
    /** @throws ReelscopeError `not_found` */
    list,

    /** Compares two analyses of a video, without corrections. @throws ReelscopeError `not_found` */
    compare(
      userId: number,
      jobId: string,
      request: { from: string; to: string; modules?: readonly ModuleName[] | undefined },
    ): AnalysisComparison {
      const { id: videoId } = requireVideo(store, userId, jobId);
      const from = open(videoId, request.from);
      const to = open(videoId, request.to);
      const names = [...new Set([...from.modules, ...to.modules].map(({ module }) => module))].sort();
      const compared = names
        .filter((name) => !request.modules || request.modules.includes(name))
        .map((module) => {
          const [before, after] = [from, to].map(({ modules }) => modules.find((each) => each.module === module));
          return {
            module,
            from_engine: before?.engine ?? null,
            to_engine: after?.engine ?? null,
            ...compareFindings(module, before?.segments ?? [], after?.segments ?? []),
          };
        });
      const changes = compared.flatMap((each) => each.changes).sort((a, b) => timeOf(a) - timeOf(b));
      return {
        from: from.analysis,
        to: to.analysis,
        modules: compared.map(({ changes: _, ...counts }) => counts),
        changes: changes.slice(0, MAX_CHANGES),
        omitted: Math.max(0, changes.length - MAX_CHANGES),
      };
    },

    /**
     * Makes an earlier analysis the present one; the present one is kept. Corrections apply to it.
     * @throws ReelscopeError `not_found`, `conflict` (the video is being analyzed)
     */
    restore(userId: number, jobId: string, id: string): AnalysisList {
      const video = requireVideo(store, userId, jobId);
      requireIdle(video);
      store.transaction(() => {
        requireFound(store.analyses.restore(video.id, parseId(id, 'analysis')) || undefined, 'analysis');
        // Notifies windows that follow the library.
        store.videos.update(userId, jobId, {});
      });
      changed();
      return list(userId, jobId);
    },
  };
}

function summaryOf(modules: readonly FoundModule[]): Analysis['modules'] {
  return modules.map(({ module, engine, segments }) => ({ module, engine, findings: segments.length }));
}

function factsOf(finishedAt: number | null, modules: Analysis['modules']): Pick<Analysis, 'finished_at' | 'modules'> {
  return { finished_at: finishedAt === null ? null : formatTimestamp(finishedAt), modules };
}
