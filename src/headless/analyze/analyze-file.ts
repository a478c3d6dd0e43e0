import { access, constants } from 'node:fs/promises';
import { JobStatus } from '../../contract/analysis/job.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import { JobAccepted } from '../../contract/analysis/processing.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { ImportMode } from '../../contract/library/storage.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { importFile, uploadFile } from '../../server/client/import-file.ts';
import { type CommandInput, EXIT, type ExitCode, has, UsageError } from '../command.ts';
import type { Connection } from '../connection/connect.ts';
import { type FollowOptions, followJob, isOpen } from '../follow-job.ts';
import { fileError } from '../output/file-errors.ts';
import { fileName, type LocalPath } from './local-path.ts';

/** Progress of one file, kept by a command that outlives its server. */
export interface FileState {
  jobId?: string;
  isStarted?: boolean;
}

/** How a file is analyzed. */
export interface FileRequest {
  body: { modules: ModuleName[] };
  mode: ImportMode | undefined;
  /** Analyzes also what was analyzed in the same way. */
  isAgain: boolean;
}

/** Outcome: done now, done before with the same content and options, or interrupted. */
export type FileOutcome = 'analyzed' | 'skipped' | 'interrupted';

/**
 * Analyzes a file: imports it, unless a video has its content; follows an analysis that is under way; and starts one,
 * unless the last one did the same.
 * @param inTurn runs what must not run for two files of the same content at once
 * @throws ReelscopeError
 */
export async function analyzeFile(
  { api, own }: Pick<Connection, 'api' | 'own'>,
  path: LocalPath,
  { body, mode, isAgain }: FileRequest,
  state: FileState,
  input: CommandInput,
  follow: Omit<FollowOptions, 'isOwn'> & { onFollow?: () => void },
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result> = (work) => work(),
): Promise<FileOutcome> {
  const begin = async (): Promise<'started' | 'open' | 'skipped'> => {
    state.jobId ??= await (typeof path === 'string'
      ? importFile(api, path, { mode, reuse: true })
      : uploadFile(api, path, fileName(path)));
    if (state.isStarted) return 'started';
    if (isOpen(await statusOf(api, state.jobId))) return 'open';
    return start(api, state.jobId, { ...body, unless_done: !isAgain });
  };

  let begun = await inTurn(begin);
  if (begun === 'open') {
    follow.onFollow?.();
    const status = await statusOf(api, state.jobId!);
    const code = await followJob(api, state.jobId!, input, { ...follow, isOwn: own });
    if (code !== EXIT.done) return outcomeOf(code);
    const runs = new Set(status.modules.map(({ module }) => module));
    if (body.modules.every((module) => runs.has(module))) return 'analyzed';
    begun = await inTurn(begin);
  }
  if (begun === 'skipped') return 'skipped';
  state.isStarted = true;
  return outcomeOf(await followJob(api, state.jobId!, input, follow));
}

const outcomeOf = (code: ExitCode): FileOutcome => (code === EXIT.done ? 'analyzed' : 'interrupted');

const statusOf = (api: ApiClient, jobId: string) => api.get(`/processing/${jobId}/status`, JobStatus);

/** Starts an analysis; one that was interrupted goes on. */
async function start(api: ApiClient, jobId: string, body: object): Promise<'started' | 'skipped'> {
  try {
    const { status } = await api.send('POST', `/videos/${jobId}/process`, { ...body, resume: true }, JobAccepted);
    return status === 'completed' ? 'skipped' : 'started';
  } catch (error) {
    // Another command has begun it meanwhile.
    if (!(error instanceof ReelscopeError) || error.code !== 'conflict') throw error;
    if (!isOpen(await statusOf(api, jobId))) throw error;
    return 'started';
  }
}

/** How files are imported; undefined for the storage setting. @throws UsageError */
export function importModeOf(input: CommandInput): ImportMode | undefined {
  if (has(input, 'reference') && has(input, 'copy')) throw new UsageError('Use only one of --reference, --copy.');
  if (has(input, 'reference')) return 'reference';
  return has(input, 'copy') ? 'copy' : undefined;
}

/** Refuses a file that can't be read. @throws ReelscopeError `not_found`, `forbidden` */
export async function requireReadable(path: LocalPath, label: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
  } catch (cause) {
    throw fileError(cause, 'read', label);
  }
}
