import { access, constants } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { JobStatus } from '../../contract/job.ts';
import type { ModuleName } from '../../contract/modules.ts';
import { JobAccepted } from '../../contract/processing.ts';
import type { ImportMode } from '../../contract/storage.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { importFile, uploadFile } from '../../server/client/import-file.ts';
import { ANALYSIS_OPTIONS, analysisRequest } from '../analysis-options.ts';
import { args, type Command, type CommandInput, EXIT, type ExitCode, has, note, UsageError } from '../command.ts';
import { FINDINGS_OPTIONS, findingsOf } from '../findings-format.ts';
import { followJob, isOpen } from '../follow-job.ts';
import { decodeName, rawPath } from '../raw-arguments.ts';
import { withSharedLibrary } from '../with-library.ts';

/** `reelscope analyze`: analyzes a file and prints its findings. */
export const analyzeCommand: Command = {
  name: 'analyze',
  summary: 'Analyze a video or audio file and print its findings.',
  usage: ['analyze FILE'],
  options: {
    ...ANALYSIS_OPTIONS,
    ...FINDINGS_OPTIONS,
    translation: { type: 'boolean', help: 'print transcript lines in English; implies --translate' },
    reference: { type: 'boolean', help: 'leave the file in place (default: the storage setting)' },
    copy: { type: 'boolean', help: 'copy the file into the library' },
  },
  notes: ['Findings are printed as JSON by default.'],
  examples: [
    ['analyze talk.mp4 --srt > talk.srt', 'Make subtitles.'],
    ['analyze traffic.mp4 --modules scenes,visualelements --csv', 'Find shots and objects only.'],
  ],

  async run(input) {
    const [file] = args(input, 1, 1, 'analyze requires exactly one file.') as [string];
    const request = analysisRequest(input);
    const findings = findingsOf(input);
    const mode = importModeOf(input);
    const path = await readable(file);
    const state: State = {};
    return withSharedLibrary(input, async ({ api, own }) => {
      const body = await request(api);
      state.jobId ??= await (typeof path === 'string'
        ? importFile(api, path, mode)
        : uploadFile(api, path, decodeName(path)));
      const { jobId } = state;
      let code = state.isStarted ? undefined : await followEarlier(api, jobId, body.modules, input, own);
      if (code === undefined) {
        if (!state.isStarted) await start(api, jobId, body);
        state.isStarted = true;
        code = await followJob(api, jobId, input);
      }
      if (code === EXIT.done) process.stdout.write(await findings(api, jobId));
      return code;
    });
  },
};

/** Progress of a command that outlives its server. */
interface State {
  jobId?: string;
  isStarted?: boolean;
}

/**
 * Follows an analysis of the same file that another command has begun, or that a killed one has left. Undefined if there is
 * none, or it does not run all of these modules.
 */
async function followEarlier(
  api: ApiClient,
  jobId: string,
  modules: readonly ModuleName[],
  input: CommandInput,
  isOwn: boolean,
): Promise<ExitCode | undefined> {
  const status = await api.get(`/processing/${jobId}/status`, JobStatus);
  if (!isOpen(status)) return undefined;
  note(input, 'This file is being analyzed already; following that analysis.');
  const code = await followJob(api, jobId, input, { isOwn });
  const runs = new Set(status.modules.map(({ module }) => module));
  return code !== EXIT.done || modules.every((module) => runs.has(module)) ? code : undefined;
}

/** Starts an analysis; one that was interrupted goes on. */
async function start(api: ApiClient, jobId: string, body: object): Promise<void> {
  try {
    await api.send('POST', `/videos/${jobId}/process`, { ...body, resume: true }, JobAccepted);
  } catch (error) {
    // Another command has begun it meanwhile.
    if (!(error instanceof ReelscopeError) || error.code !== 'conflict') throw error;
    if (!isOpen(await api.get(`/processing/${jobId}/status`, JobStatus))) throw error;
  }
}

function importModeOf(input: CommandInput): ImportMode | undefined {
  if (has(input, 'reference') && has(input, 'copy')) throw new UsageError('Use only one of --reference, --copy.');
  if (has(input, 'reference')) return 'reference';
  return has(input, 'copy') ? 'copy' : undefined;
}

/** Absolute path; bytes if it is not UTF-8. @throws ReelscopeError `not_found` */
async function readable(file: string): Promise<string | Buffer> {
  const path = rawPath(file) ?? resolve(file);
  try {
    await access(path, constants.R_OK);
    return path;
  } catch (cause) {
    throw new ReelscopeError('not_found', `${file} can't be read: ${toError(cause).message}`, { cause });
  }
}
