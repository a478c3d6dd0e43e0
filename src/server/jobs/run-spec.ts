import { MODULE_CATALOG } from '../../contract/analysis/module-catalog.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentData, SegmentDraft } from '../../contract/analysis/segment.ts';
import type { Store } from '../../db/index.ts';
import type { JobView } from '../../db/jobs/job-state.ts';
import type { SegmentRow } from '../../db/schema.ts';
import type { RunSpec } from '../../pipeline/protocol.ts';
import { storedChoice } from '../library/files/chosen-tracks.ts';
import { isPreview } from '../library/mappers/segment-mapper.ts';

export interface RunSpecOptions {
  /** Absolute path of the source file. */
  path: string;
  /** Absolute folder of the video's stills. */
  stillsFolder: string;
  /** Whether full analyses begin with a first look. */
  startsWithPreview: boolean;
}

/** Builds the message that starts a worker; completed modules are not run again. */
export function buildRunSpec(store: Store, view: JobView, options: RunSpecOptions): RunSpec {
  const { video } = view;
  // A rescan of stills skips modules that could not run before: they may need audio or full-resolution video.
  const runs = view.modules.filter(
    ({ status }) => view.job?.source !== 'stills' || status === 'completed' || status === 'waiting',
  );
  const done = runs.filter((run) => run.status === 'completed').map((run) => run.module);
  const waiting = new Set(runs.map((run) => run.module).filter((module) => !done.includes(module)));
  const stored = store.segments.list(video.userId, video.jobId);
  // No module reads or resumes preview findings.
  const all = stored.filter((row) => !isPreview(row));
  const depth = view.job?.depth ?? 'full';
  const rows = all.filter((row) => !waiting.has(row.module));
  // Includes findings of earlier analyses: a new summary reads modules that don't run this time.
  const finished = new Set([...done, ...rows.map((row) => row.module)]);
  const isPreviewed = depth === 'preview' || options.startsWithPreview;
  return {
    jobId: video.jobId,
    path: options.path,
    modules: runs.map((run) => run.module),
    depth,
    preview: isPreviewed ? modulesToPreview(waiting, depth === 'preview' ? all : stored) : [],
    finished: [...finished].map((module) => ({
      module,
      segments: rows.filter((row) => row.module === module).map(toDraft),
    })),
    resumed: [...waiting].flatMap((module) => {
      const begun = all.filter((row) => row.module === module);
      return begun.length > 0 ? [{ module, engine: begun[0]!.engine, segments: begun.map(toDraft) }] : [];
    }),
    initialPrompt: video.initialPrompt,
    speakerCount: video.speakerCount,
    tracks: storedChoice(video),
    ...savedStillsOf(store, view),
    referenceLogos: store.referenceLogos
      .list(video.userId)
      .map(({ name, picture }) => ({ name, picture: new Uint8Array(picture) })),
    brandWords: store.brandWords.list(video.userId).map((row) => row.word),
    stillsFolder: options.stillsFolder,
  };
}

/** Video modules without findings: preview findings never replace those of an analysis. */
function modulesToPreview(modules: ReadonlySet<ModuleName>, rows: readonly SegmentRow[]): ModuleName[] {
  const known = new Set(rows.map((row) => row.module));
  return [...modules].filter((module) => MODULE_CATALOG[module].canPreview && !known.has(module));
}

/** Input of a rescan of saved stills. */
function savedStillsOf(store: Store, { video, job }: JobView): Pick<RunSpec, 'savedStills'> {
  if (job?.source !== 'stills' || video.media === null) return {};
  const rows = store.stills.list(video.userId, video.jobId);
  const stills = rows.map(({ timeMs, file }) => ({ timeMs, file }));
  return { savedStills: { media: JSON.parse(video.media), stills } };
}

/** A stored finding as modules read it. */
export function toDraft({
  content,
  startTime,
  endTime,
  data,
}: Pick<SegmentRow, 'content' | 'startTime' | 'endTime' | 'data'>): SegmentDraft {
  return {
    content,
    start_time: startTime,
    end_time: endTime,
    data: data === null ? null : (JSON.parse(data) as SegmentData),
  };
}
