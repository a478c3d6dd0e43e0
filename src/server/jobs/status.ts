import { formatTimestamp, roundSeconds } from '../../base/time.ts';
import type { JobStatus, ModuleStatus } from '../../contract/analysis/job.ts';
import { MISSING_STREAM, type ModuleName } from '../../contract/analysis/modules.ts';
import type { Stage } from '../../contract/analysis/stages.ts';
import { isErrorCode } from '../../contract/errors.ts';
import { type LocalizedText, type MessageRef, message } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { JobView } from '../../db/jobs/job-state.ts';
import type { JobRow, ModuleRunRow } from '../../db/schema.ts';

/** State of a running job that changes too often to be stored. */
export interface LiveState {
  stage: Stage;
  /** 0..1. */
  progress: number;
  speed: number | null;
  etaSeconds: number | null;
  /** 0..1 for each running module. */
  modules: Partial<Record<ModuleName, number>>;
  warnings: LocalizedText[];
}

/**
 * Maps a job to its API resource. Pure.
 * @param waitsFor why a queued job doesn't start, other than for its turn; only the next one waits for memory
 */
export function jobStatusOf(view: JobView, live?: LiveState, waitsFor?: Stage): JobStatus {
  const { video, job } = view;
  const warnings = view.video.status === 'processing' && live ? live.warnings : readWarnings(job?.warnings ?? '[]');
  const running = video.status === 'processing';
  const wait = waitsFor === 'memory' && view.queuePosition !== 1 ? undefined : waitsFor;
  const stage = running ? (live?.stage ?? 'starting') : video.status === 'queued' ? wait : undefined;
  const percent = (fraction: number) => Math.round(Math.min(1, Math.max(0, fraction)) * 1000) / 10;
  const ended = video.status === 'completed' || video.status === 'failed';
  const done = video.status === 'completed' ? 100 : 0;
  return {
    job_id: video.jobId,
    status: video.status,
    error: job?.error ?? null,
    error_text: (job && readJobError(job)?.text) ?? null,
    error_code: job?.errorCode && isErrorCode(job.errorCode) ? job.errorCode : null,
    processing_time: ended ? processingTimeOf(view) : null,
    progress: running && live ? percent(live.progress) : done,
    stage: stage ? sentence(`stage.${stage}`).message : null,
    stage_text: stage ? message(`stage.${stage}`) : null,
    modules: view.modules.map(
      (run): ModuleStatus => ({
        module: run.module,
        status: run.status,
        progress: run.status === 'completed' ? 100 : percent((running && live?.modules[run.module]) || 0),
        error: run.error,
        error_text: readModuleError(run)?.text ?? null,
        engine: run.engine,
      }),
    ),
    depth: job?.depth ?? 'full',
    queue_position: view.queuePosition,
    speed: running && live?.speed ? Number(live.speed.toPrecision(3)) : null,
    eta_seconds: running && live?.etaSeconds != null ? Math.ceil(live.etaSeconds) : null,
    has_results: view.hasResults,
    warnings: warnings.map((warning) => warning.message),
    warning_texts: warnings.map(({ text }) => text ?? null),
    created_at: formatTimestamp(video.createdAt),
    updated_at: formatTimestamp(Math.max(video.updatedAt, job?.updatedAt ?? 0)),
  };
}

/** Seconds that the present run took; null for a canceled one, which has no result to account for. Pure. */
function processingTimeOf({ video, job }: JobView): number | null {
  if (video.status === 'completed') return roundSeconds(video.processingTime);
  if (job?.errorCode === 'cancelled') return null;
  // The video keeps the time of the run that its results are of.
  if (job?.keepsResults !== 1 && video.processingTime > 0) return roundSeconds(video.processingTime);
  const { startedAt, finishedAt } = job ?? {};
  return startedAt == null || finishedAt == null ? 0 : roundSeconds((finishedAt - startedAt) / 1000);
}

/** Warnings as stored: earlier versions kept only their sentences. */
export function readWarnings(json: string): LocalizedText[] {
  return (JSON.parse(json) as (string | LocalizedText)[]).map((warning) =>
    typeof warning === 'string' ? { message: warning } : warning,
  );
}

/** Error of a job as stored; earlier versions stored no key. */
export function readJobError({ error, errorText, errorCode }: JobRow): LocalizedText | null {
  const stored = readError(error, errorText);
  // Except for internal errors, the code has a sentence of its own.
  if (!stored || stored.text || !errorCode || !isErrorCode(errorCode) || errorCode === 'internal') return stored;
  return { ...stored, text: message(`error.${errorCode}`) };
}

/** Error of a module as stored; null without one. */
export function readModuleError({ error, errorText }: ModuleRunRow): LocalizedText | null {
  return readError(error, errorText);
}

const MISSING_STREAM_KEYS: readonly string[] = Object.values(MISSING_STREAM);

/** Whether a module did not run since the file has no stream for it. */
export function lacksStream(run: ModuleRunRow): boolean {
  const key = readModuleError(run)?.text?.key;
  return key !== undefined && MISSING_STREAM_KEYS.includes(key);
}

function readError(message: string | null, text: string | null): LocalizedText | null {
  return message === null ? null : { message, ...(text && { text: JSON.parse(text) as MessageRef }) };
}
