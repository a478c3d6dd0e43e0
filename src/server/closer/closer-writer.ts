import { roundSeconds } from '../../base/time.ts';
import { splitVectors } from '../../base/vectors.ts';
import type { CloserLook, CloserModuleRun, CloserRecord } from '../../contract/analysis/closer-look.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentData, SegmentDraft } from '../../contract/analysis/segment.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { FromWorker, RunSpec } from '../../pipeline/protocol.ts';
import { toDraft } from '../jobs/run-spec.ts';
import { PICTURE_SECONDS } from './plan.ts';

type Findings = Extract<FromWorker, { type: 'findings' }>;

/** Stores what closer looks find, and returns what they have found. */
export function createCloserWriter(store: Store) {
  const closerOf = (data: string | null): SegmentData['closer_look'] =>
    data?.includes('"closer_look"') ? (JSON.parse(data) as SegmentData).closer_look : undefined;

  return {
    /** Findings of a video by module, and those that a user removed: none of them is found again. */
    known(video: VideoRow): RunSpec['finished'] {
      const segments: { module: ModuleName; draft: SegmentDraft }[] = [
        ...store.segments.list(video.userId, video.jobId).map((row) => ({ module: row.module, draft: toDraft(row) })),
        ...store.segments
          .corrections(video.id)
          .filter(({ isRemoved }) => isRemoved === 1)
          .map(({ module, foundContent: content, foundData: data, startTime, endTime }) => ({
            module,
            draft: toDraft({ content, data, startTime, endTime }),
          })),
      ];
      return [...Map.groupBy(segments, ({ module }) => module)].map(([module, own]) => ({
        module,
        segments: own.map(({ draft }) => draft),
      }));
    },

    /** Collects the messages of a worker, which are stored together at its end. */
    collect(video: VideoRow) {
      const found: Findings[] = [];
      const modules: CloserModuleRun[] = [];
      const stills: { timeMs: number; file: string }[] = [];
      return {
        receive(message: FromWorker): void {
          if (message.type === 'findings') found.push(message);
          else if (message.type === 'still') stills.push(message);
          else if (message.type === 'examined') {
            const { type: _, ...run } = message;
            modules.push(run);
          }
        },

        save(facts: Omit<CloserRecord, 'modules'>): void {
          const record = { ...facts, modules, seconds: roundSeconds(facts.seconds) };
          store.transaction(() => {
            for (const { timeMs, file } of stills) store.stills.put(video.id, timeMs, file);
            for (const findings of found) add(video, record, findings);
            store.conditions.addCloser(video.id, record);
          });
          const pictures = Math.max(0, ...modules.map(({ looks }) => looks));
          if (pictures > 0) store.settings.set(PICTURE_SECONDS, record.seconds / pictures);
        },
      };
    },

    /** Completed looks of a video. */
    completed(video: VideoRow): CloserLook[] {
      const records = store.conditions.get(video.id)?.closer ?? [];
      if (records.length === 0) return [];
      const ids = new Map<string, string[]>();
      for (const { id, data } of store.segments.list(video.userId, video.jobId)) {
        const look = closerOf(data);
        if (look) ids.set(look.id, [...(ids.get(look.id) ?? []), String(id)]);
      }
      return records.map((record) => viewOf(video, record, ids.get(record.id) ?? []));
    },
  };

  function add(video: VideoRow, { id, region }: CloserRecord, { module, engine, segments, vectors }: Findings): void {
    const parts = vectors && { ...vectors, vectors: splitVectors(vectors.data, vectors.dimension) };
    segments.forEach((segment, i) => {
      const data = { ...segment.data, closer_look: { id, engine, ...(region && { region }) } };
      const vector = parts?.vectors[i];
      const embedding = parts && vector ? { model: parts.model, dimension: parts.dimension, vectors: [vector] } : null;
      store.segments.add(video.id, module, { ...segment, data }, embedding);
    });
  }
}

function viewOf({ jobId }: VideoRow, record: CloserRecord, ids: string[]): CloserLook {
  const { id, start, end, region, modules, seconds, tracks, createdAt } = record;
  return {
    id,
    job_id: jobId,
    status: 'completed',
    progress: 100,
    start_time: start,
    end_time: end,
    region,
    estimated_seconds: seconds,
    seconds,
    modules,
    tracks,
    segment_ids: ids,
    error: null,
    created_at: createdAt,
  };
}
