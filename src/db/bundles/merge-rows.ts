import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Speakers } from '../corrections/speakers.ts';
import type { Db } from '../open.ts';
import type { VideoRow } from '../schema.ts';
import type { MergedAnalysis, MergedCorrection } from './merged-analysis.ts';

/** Stores corrections from elsewhere, with the speakers that they assign. @param now epoch milliseconds */
export function insertCorrections(
  db: Db,
  speakers: Speakers,
  now: number,
  videoId: number,
  corrections: readonly MergedCorrection[],
): void {
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
}

/** Replaces the state of the job by that of an analysis from elsewhere. @param now epoch milliseconds */
export function finishMerged(
  db: Db,
  now: number,
  video: VideoRow,
  analysis: MergedAnalysis,
  taken: MergedAnalysis['modules'],
): void {
  const { id: videoId } = video;
  const selected = JSON.parse(video.selectedInsights) as ModuleName[];
  const modules = [...new Set([...selected, ...taken.map(({ module }) => module)])];
  const finishedAt = analysis.finishedAt ?? now;
  const change = {
    status: 'completed' as const,
    processingTime: analysis.processingTime,
    analyzedAt: finishedAt,
    updatedAt: now,
  };
  db.run(
    db.sql
      .updateTable('videos')
      .set({ ...change, selectedInsights: JSON.stringify(modules) })
      .where('id', '=', videoId),
  );
  db.run(db.sql.deleteFrom('jobs').where('videoId', '=', videoId));
  const times = { queuedAt: now, startedAt: finishedAt, finishedAt, updatedAt: now };
  const job = { videoId, action: 'process' as const, attempts: 1, warnings: analysis.warnings, ...times };
  db.run(db.sql.insertInto('jobs').values(job));
  for (const { module, engine } of taken) {
    db.run(db.sql.deleteFrom('moduleRuns').where('videoId', '=', videoId).where('module', '=', module));
    const run = { videoId, module, engine, status: 'completed' as const, progress: 100 };
    db.run(db.sql.insertInto('moduleRuns').values(run));
  }
}
