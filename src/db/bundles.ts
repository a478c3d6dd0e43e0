import { lazy } from '../base/lazy.ts';
import { type Clock, formatTimestamp } from '../base/time.ts';
import type { ModuleName } from '../contract/analysis/modules.ts';
import { importedFrom } from '../core/evidence/imported-engine.ts';
import type { Analyses } from './analyses.ts';
import type { AuditLogWriter } from './audit-log.ts';
import type { Correction } from './corrections/corrected-form.ts';
import type { NamedSpeaker } from './corrections/identify-speakers.ts';
import type { Speakers } from './corrections/speakers.ts';
import type { ModuleFindings } from './findings.ts';
import type { Db } from './open.ts';
import type { CorrectionRow, VideoRow } from './schema.ts';
import { resultOf, type Steps } from './steps.ts';
import type { DiscardedSegments } from './text-index/discarded-segments.ts';
import type { FoundModule } from './text-index/found-state.ts';
import type { LineSource } from './text-index/line-source.ts';
import type { SegmentWriter, StagedFindings } from './text-index/segment-writer.ts';

/** A correction from another library. */
export interface MergedCorrection extends Required<Pick<Correction, 'speaker'>> {
  module: ModuleName;
  found: FoundModule['segments'][number];
  isRemoved: boolean;
  isAdded: boolean;
  content: string | null;
  label: string | null;
  speaker: string | null;
  /** Seconds, as a user edited them. */
  start: number | null;
  end: number | null;
  source: LineSource | null;
}

/** An analysis from elsewhere. */
export interface MergedAnalysis {
  /** Digest of its findings; see Analyses.presentDigest. */
  id: string;
  /** Epoch milliseconds. */
  finishedAt: number | null;
  /** Seconds. */
  processingTime: number;
  /** JSON of jobs.warnings. */
  warnings: string;
  modules: readonly (ModuleFindings & { module: ModuleName })[];
  corrections: readonly MergedCorrection[];
  speakers: readonly NamedSpeaker[];
  /** Signer of the bundle, as in engines of imported findings; null for this installation. */
  signer: string | null;
  /** Whether a user decided that it replaces findings of this installation. */
  isReplacing: boolean;
  /** Facts for the history, such as the program that made it. */
  details: Record<string, unknown>;
}

/** Findings of a merge that are stored where nobody sees them. */
export interface StagedMerge {
  /** Hidden video that holds them. */
  place: number;
  modules: Map<ModuleName, StagedFindings>;
}

/** Result of a merge: the analysis is present, is kept as an earlier one, or was there already. */
export type MergeOutcome = 'updated' | 'kept' | 'unchanged';

/**
 * Merges analyses that were made elsewhere. A module's findings become the present ones if the video has none of the
 * module, or if they are newer and those were imported from the same signer; otherwise they are kept as an earlier
 * analysis, unless a user decides that they replace findings of this installation. Corrections change imported findings
 * only, and those of this library win over those of a bundle.
 */
export function createBundles(
  db: Db,
  clock: Clock,
  parts: {
    writer: SegmentWriter;
    discarded: DiscardedSegments;
    analyses: Analyses;
    speakers: Speakers;
    audit: AuditLogWriter;
  },
) {
  const { writer, discarded, analyses, speakers, audit } = parts;

  const isKnown = ({ id, jobId }: VideoRow, analysis: string): boolean =>
    audit.lastTime(jobId, 'merged', { name: 'analysis', value: analysis }) !== undefined ||
    analyses.presentDigest(id) === analysis ||
    analyses.list(id).some(({ digest }) => digest === analysis);

  /** Modules with results, and their engines: one of several, since added findings have none. */
  const enginesOf = (videoId: number): Map<ModuleName, string | null> => {
    const found = db.sql.selectFrom('segments').select(['module', 'engine']).distinct().where('videoId', '=', videoId);
    const runs = db.sql.selectFrom('moduleRuns').select(['module', 'engine']).where('videoId', '=', videoId);
    const finished = db.all(runs.where('status', '=', 'completed'));
    const engines = new Map<ModuleName, string | null>();
    for (const { module, engine } of [...finished, ...db.all(found)])
      engines.set(module, engines.get(module) ?? engine);
    return engines;
  };

  const correctionsOf = (videoId: number): CorrectionRow[] =>
    db.all(db.sql.selectFrom('corrections').selectAll().where('videoId', '=', videoId).orderBy('id'));

  /** Corrections that the video has no own ones for. */
  const missing = (videoId: number, corrections: readonly MergedCorrection[]): MergedCorrection[] => {
    const known = new Set(
      correctionsOf(videoId).map((row) =>
        keyOf(row.module, row.foundContent, row.startTime, row.endTime, row.isAdded === 1),
      ),
    );
    return corrections.filter(
      ({ module, found, isAdded }) =>
        !known.has(keyOf(module, found.content, found.start_time, found.end_time, isAdded)),
    );
  };

  const insert = (videoId: number, corrections: readonly MergedCorrection[]): void => {
    const now = clock.now();
    for (const { module, found, isRemoved, isAdded, source, ...change } of corrections) {
      if (change.speaker !== null) speakers.ensure(videoId, change.speaker);
      db.run(
        db.sql.insertInto('corrections').values({
          videoId,
          module,
          segmentId: null,
          startTime: found.start_time,
          endTime: found.end_time,
          foundContent: found.content,
          foundData: found.data === null ? null : JSON.stringify(found.data),
          isRemoved: isRemoved ? 1 : 0,
          isAdded: isAdded ? 1 : 0,
          content: change.content,
          label: change.label,
          speaker: change.speaker,
          editedStart: change.start,
          editedEnd: change.end,
          source: source === null ? null : JSON.stringify(source),
          model: null,
          embedding: null,
          createdAt: now,
          updatedAt: now,
        }),
      );
    }
  };

  /** Replaces the state of the job by that of an analysis from elsewhere. */
  const finish = (video: VideoRow, analysis: MergedAnalysis, taken: MergedAnalysis['modules']): void => {
    const { id: videoId } = video;
    const now = clock.now();
    const selected = JSON.parse(video.selectedInsights) as ModuleName[];
    const modules = [...new Set([...selected, ...taken.map(({ module }) => module)])];
    const change = { status: 'completed' as const, processingTime: analysis.processingTime, updatedAt: now };
    db.run(
      db.sql
        .updateTable('videos')
        .set({ ...change, selectedInsights: JSON.stringify(modules) })
        .where('id', '=', videoId),
    );
    db.run(db.sql.deleteFrom('jobs').where('videoId', '=', videoId));
    const finishedAt = analysis.finishedAt ?? now;
    const times = { queuedAt: now, startedAt: finishedAt, finishedAt, updatedAt: now };
    const job = { videoId, action: 'process' as const, attempts: 1, warnings: analysis.warnings, ...times };
    db.run(db.sql.insertInto('jobs').values(job));
    for (const { module, engine } of taken) {
      db.run(db.sql.deleteFrom('moduleRuns').where('videoId', '=', videoId).where('module', '=', module));
      const run = { videoId, module, engine, status: 'completed' as const, progress: 100 };
      db.run(db.sql.insertInto('moduleRuns').values(run));
    }
  };

  /** Changes that a merge would make. */
  const planOf = (video: VideoRow, analysis: MergedAnalysis) => {
    const { id: videoId } = video;
    // Compares all findings, and does not matter for a merge that replaces everything.
    const isNew = lazy(() => !isKnown(video, analysis.id));
    const presentMs = analyses.finishedAt(videoId);
    const engines = enginesOf(videoId);
    const { signer } = analysis;
    const isOpen = (module: ModuleName): boolean =>
      analysis.isReplacing || signer === null || importedFrom(engines.get(module) ?? null) === signer;
    const isNewer = analysis.isReplacing || (analysis.finishedAt ?? 0) > (presentMs ?? 0);
    const isWanted = (module: ModuleName) => !engines.has(module) || (isNewer && isOpen(module));
    const taken = analysis.isReplacing || isNew() ? analysis.modules.filter(({ module }) => isWanted(module)) : [];
    const isReplacing = taken.some(({ module }) => engines.has(module));
    const added = missing(videoId, analysis.corrections).filter(({ module }) => !engines.has(module) || isOpen(module));
    const isEarlier = taken.length < analysis.modules.length && isNew();
    return { isNew, presentMs, taken, isReplacing, added, isEarlier };
  };

  /** Findings of a module with the speakers of the video, which may become more. */
  const withSpeakers = (videoId: number, findings: ModuleFindings, { speakers: found }: MergedAnalysis) =>
    findings.module === 'transcription'
      ? { ...findings, segments: speakers.adopt(videoId, findings.segments, found) }
      : findings;

  /** The findings that a merge would store, as they would be; what it takes to know them is undone. */
  const preview = (video: VideoRow, analysis: MergedAnalysis) =>
    db.undone(() => {
      const { taken, added, isReplacing } = planOf(video, analysis);
      if (!isReplacing) return [];
      insert(video.id, added);
      return taken.map((module) => {
        const findings = withSpeakers(video.id, module, analysis);
        return { findings, prepared: writer.prepare(video.id, findings) };
      });
    });

  /** Steps that store the findings of a merge that replaces others in a hidden place. */
  function* stageSteps(video: VideoRow, analysis: MergedAnalysis, { place, modules }: StagedMerge): Steps<void> {
    for (const { findings, prepared } of preview(video, analysis))
      modules.set(findings.module, yield* writer.stageSteps(video.id, place, findings, prepared));
  }

  /** Steps of a merge. */
  function* mergeSteps(video: VideoRow, analysis: MergedAnalysis, staged?: StagedMerge): Steps<MergeOutcome> {
    const { id: videoId } = video;
    const { isNew, presentMs, taken, isReplacing, added, isEarlier } = planOf(video, analysis);
    if (taken.length === 0 && added.length === 0 && !isNew()) return 'unchanged';
    if (isReplacing) analyses.keepPresent(videoId);
    const kept = isEarlier && analyses.addEarlier(videoId, stateOf(analysis.modules), analysis.finishedAt);
    const finishedMs = Math.max(analysis.finishedAt ?? 0, presentMs ?? 0) || null;
    // Recorded first: removals since then are of this analysis.
    audit.record(video, {
      action: 'merged',
      details: {
        analysis: analysis.id,
        is_present: taken.length > 0,
        corrections: added.length,
        finished_at: analysis.finishedAt === null ? null : formatTimestamp(analysis.finishedAt),
        finished_ms: finishedMs,
        modules: taken.map(({ module, engine }) => ({ module, engine, status: 'completed' })),
        ...analysis.details,
      },
    });
    const isTaken = (name: ModuleName) => taken.some(({ module }) => module === name);
    const edited = new Set(added.map(({ module }) => module).filter((module) => !isTaken(module)));
    const present = edited.size > 0 ? analyses.present(videoId).modules : [];
    insert(videoId, added);
    yield;
    for (const module of taken) {
      const findings = withSpeakers(videoId, module, analysis);
      const stored = staged?.modules.get(module.module);
      if (!stored || !writer.adopt(videoId, findings, stored)) yield* writer.replaceSteps(videoId, findings);
    }
    for (const module of edited) {
      const found = present.find((each) => each.module === module);
      yield* writer.replaceSteps(videoId, found ?? { module, engine: null, segments: [] });
    }
    if (taken.length > 0) finish(video, analysis, taken);
    if (taken.length > 0 || added.length > 0) return 'updated';
    return kept ? 'kept' : 'unchanged';
  }

  return {
    /** Merges an analysis into a video, in one transaction. The video must be neither queued nor processing. */
    merge: (video: VideoRow, analysis: MergedAnalysis, staged?: StagedMerge): MergeOutcome =>
      db.transaction(() => {
        const outcome = resultOf(mergeSteps(video, analysis, staged));
        if (staged) discarded.drop(staged.place);
        return outcome;
      }),

    /** A hidden place for the findings of a merge; undefined if it replaces none. The caller discards what fails. */
    stage: (video: VideoRow, analysis: MergedAnalysis): StagedMerge | undefined =>
      planOf(video, analysis).isReplacing ? { place: discarded.stage(), modules: new Map() } : undefined,

    /** Steps that store the findings of a merge there in advance, which makes it short. */
    stageSteps,

    /** Discards findings that are not merged. */
    discard: ({ place }: StagedMerge): void => discarded.drop(place),

    /** Steps of `merge`, for a new video that nobody sees until all are done. */
    mergeSteps,

    /** Modules whose findings this installation made. */
    ownModules: (videoId: number): ModuleName[] =>
      [...enginesOf(videoId)].flatMap(([module, engine]) => (importedFrom(engine) === undefined ? [module] : [])),

    /** Stores the options that a video was analyzed with. */
    setOptions(videoId: number, options: Pick<VideoRow, 'speakerCount' | 'speechOptions' | 'textLanguages'>): void {
      db.run(db.sql.updateTable('videos').set(options).where('id', '=', videoId));
    },

    /** Engine of most embeddings of a video, and their dimension; undefined without any. */
    embeddingsOf(videoId: number): { engine: string; dimension: number } | undefined {
      const groups = db.sql
        .selectFrom('vectorCodes as c')
        .innerJoin('models as m', 'm.id', 'c.modelId')
        .select(['m.name as engine', 'm.dimension'])
        .where('c.videoId', '=', videoId)
        .groupBy('m.id')
        .orderBy((of) => of.fn.sum(of.fn('length', ['c.vectorIds'])), 'desc');
      return db.get(groups.limit(1));
    },

    /** Embeddings of segments by one model, in their order; undefined for those without. */
    vectors(model: string, segmentIds: readonly number[]): (Uint8Array | undefined)[] {
      const rows = db.all(
        db.sql
          .selectFrom('vectors as v')
          .innerJoin('models as m', 'm.id', 'v.modelId')
          .select(['v.segmentId', 'v.embedding'])
          .where('m.name', '=', model)
          .where('v.segmentId', 'in', segmentIds),
      );
      const byId = new Map(rows.map(({ segmentId, embedding }) => [segmentId, embedding]));
      return segmentIds.map((id) => byId.get(id));
    },
  };
}

function keyOf(...facts: readonly unknown[]): string {
  return JSON.stringify(facts);
}

/** Findings as analyses are kept. */
function stateOf(modules: MergedAnalysis['modules']): FoundModule[] {
  return modules
    .filter(({ segments }) => segments.length > 0)
    .map(({ module, engine, segments }) => ({ module, engine, segments: [...segments] }));
}
