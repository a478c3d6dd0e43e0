import type { Clock } from '../../base/time.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import { importedFrom } from '../../core/evidence/imported-engine.ts';
import type { Analyses } from '../analyses.ts';
import type { AuditLogWriter } from '../audit-log.ts';
import type { Speakers } from '../corrections/speakers.ts';
import type { ModuleFindings } from '../findings.ts';
import type { Db } from '../open.ts';
import type { VideoRow } from '../schema.ts';
import { resultOf, type Steps } from '../steps.ts';
import type { DiscardedSegments } from '../text-index/discarded-segments.ts';
import type { FoundModule } from '../text-index/found-state.ts';
import type { SegmentWriter } from '../text-index/segment-writer.ts';
import { enginesOf, mergeDetails, planMerge } from './merge-plan.ts';
import { finishMerged, insertCorrections } from './merge-rows.ts';
import type { MergedAnalysis, MergeOutcome, StagedMerge } from './merged-analysis.ts';
import { commonEngine, storedEmbeddings } from './stored-embeddings.ts';

/** Merges analyses that were made elsewhere, as `planMerge` decides. */
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
  const planOf = (video: VideoRow, analysis: MergedAnalysis) => planMerge(db, analyses, audit, video, analysis);

  /** Steps that store the findings of a merge that replaces others in a hidden place. */
  function* stageSteps(video: VideoRow, analysis: MergedAnalysis, { place, modules }: StagedMerge): Steps<void> {
    // As a merge would store them; what it takes to know them is undone.
    const previews = db.undone(() => {
      const { taken, added, isReplacing } = planOf(video, analysis);
      if (!isReplacing) return [];
      insertCorrections(db, speakers, clock.now(), video.id, added);
      return taken.map((module) => {
        const findings = withSpeakers(speakers, video.id, module, analysis);
        return { findings, prepared: writer.prepare(video.id, findings) };
      });
    });
    for (const { findings, prepared } of previews)
      modules.set(findings.module, yield* writer.stageSteps(video.id, place, findings, prepared));
  }

  /** Steps of a merge. */
  function* mergeSteps(video: VideoRow, analysis: MergedAnalysis, staged?: StagedMerge): Steps<MergeOutcome> {
    const { id: videoId } = video;
    const plan = planOf(video, analysis);
    const { isNew, taken, isReplacing, added, edited, isEarlier } = plan;
    if (taken.length === 0 && added.length === 0 && !isNew()) return 'unchanged';
    if (isReplacing) analyses.keepPresent(videoId);
    const kept = isEarlier && analyses.addEarlier(videoId, stateOf(analysis.modules), analysis.finishedAt);
    // Recorded first: removals since then are of this analysis.
    audit.record(video, { action: 'merged', details: mergeDetails(plan, analysis) });
    const present = edited.length > 0 ? analyses.present(videoId).modules : [];
    insertCorrections(db, speakers, clock.now(), videoId, added);
    yield;
    for (const module of taken) {
      const findings = withSpeakers(speakers, videoId, module, analysis);
      const stored = staged?.modules.get(module.module);
      if (!stored || !writer.adopt(videoId, findings, stored)) yield* writer.replaceSteps(videoId, findings);
    }
    for (const module of edited) {
      const found = present.find((each) => each.module === module);
      yield* writer.replaceSteps(videoId, found ?? { module, engine: null, segments: [] });
    }
    if (taken.length > 0) finishMerged(db, clock.now(), video, analysis, taken);
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
      [...enginesOf(db, videoId)].flatMap(([module, engine]) => (importedFrom(engine) === undefined ? [module] : [])),

    /** Stores the options that a video was analyzed with. */
    setOptions(videoId: number, options: Pick<VideoRow, 'speakerCount' | 'speechOptions' | 'textLanguages'>): void {
      db.run(db.sql.updateTable('videos').set(options).where('id', '=', videoId));
    },

    /** Engine of most embeddings of a video, and their dimension; undefined without any. */
    embeddingsOf: (videoId: number) => commonEngine(db, videoId),

    /** Embeddings of segments by one model, in their order; undefined for those without. */
    vectors: (model: string, segmentIds: readonly number[]) => storedEmbeddings(db, model, segmentIds),
  };
}

/** Findings of a module with the speakers of the video, which may become more. */
function withSpeakers(
  speakers: Speakers,
  videoId: number,
  findings: ModuleFindings,
  { speakers: found }: MergedAnalysis,
) {
  if (findings.module !== 'transcription') return findings;
  return { ...findings, segments: speakers.adopt(videoId, findings.segments, found) };
}

/** Findings as analyses are kept. */
function stateOf(modules: MergedAnalysis['modules']): FoundModule[] {
  return modules
    .filter(({ segments }) => segments.length > 0)
    .map(({ module, engine, segments }) => ({ module, engine, segments: [...segments] }));
}
