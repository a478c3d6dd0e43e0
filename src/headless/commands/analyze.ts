import { access, constants } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { toError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { JobStatus } from '../../contract/job.ts';
import { isModuleName, MODULE_NAMES, ModuleInfo, type ModuleName } from '../../contract/modules.ts';
import { JobAccepted, RegisterUploadResponse } from '../../contract/processing.ts';
import type { ResultFormat } from '../../contract/results.ts';
import { ImportFileResponse } from '../../contract/storage.ts';
import { Ok } from '../../contract/text.ts';
import { defaultDataFolder } from '../../server/data-folder.ts';
import type { ApiClient } from '../api-client.ts';
import {
  type Command,
  type CommandInput,
  DATA_HELP,
  DATA_OPTIONS,
  EXIT,
  type ExitCode,
  text,
  UsageError,
} from '../command.ts';
import { connect } from '../connect.ts';
import { stderrLog } from '../log-sink.ts';
import { createProgressBar } from '../progress-bar.ts';

const FORMATS = ['json', 'srt', 'csv', 'md', 'vtt'] as const satisfies readonly ResultFormat[];
/** Milliseconds between two looks at the job. */
const POLL_MS = 300;

/** `reelscope analyze`: the main job in one command. */
export const analyzeCommand: Command = {
  name: 'analyze',
  summary: 'Analyse a video or audio file and print what was found.',
  usage: 'analyze FILE [--modules a,b] [--json|--srt|--vtt|--csv|--md] [--prompt TEXT] [--data-dir DIR]',
  help: [
    `--modules a,b    of ${MODULE_NAMES.join(', ')}`,
    '                 (default: all that can run)',
    '--json           the results document (default); --srt, --vtt, --csv and --md print it in that form',
    '--prompt TEXT    names and words that will be heard, for speech recognition',
    ...DATA_HELP,
  ],
  options: {
    ...DATA_OPTIONS,
    ...Object.fromEntries(FORMATS.map((format) => [format, { type: 'boolean' as const }])),
    modules: { type: 'string' },
    prompt: { type: 'string' },
  },

  async run(input) {
    const [file, ...more] = input.positionals;
    if (file === undefined || more.length > 0) throw new UsageError('analyze takes one file.');
    const format = formatOf(input);
    const chosen = modulesOf(text(input, 'modules'));
    const path = await readable(file);
    const connection = await connect(text(input, 'data-dir') ?? defaultDataFolder(), stderrLog('error'));
    try {
      const { api } = connection;
      const modules = chosen ?? (await availableModules(api));
      const job_id = await take(api, path);
      const prompt = text(input, 'prompt');
      await api.send(
        'POST',
        `/videos/${job_id}/process`,
        { modules, ...(prompt && { initial_prompt: prompt }) },
        JobAccepted,
      );
      const code = await follow(api, job_id, input.signal);
      if (code === EXIT.done)
        process.stdout.write(withNewline(await api.text(`/results/job/${job_id}?format=${format}`)));
      return code;
    } finally {
      await connection.close();
    }
  },
};

/** Imports and registers a file; returns its job id. Of a file that can't be read as media nothing stays behind. */
async function take(api: ApiClient, path: string): Promise<string> {
  const { file_path } = await api.send('POST', '/storage/import', { path }, ImportFileResponse);
  try {
    const body = { file_path, file_name: basename(path) };
    return (await api.send('POST', '/processing/register-upload', body, RegisterUploadResponse)).job_id;
  } catch (error) {
    if (error instanceof ReelscopeError && error.code === 'unreadable_media')
      await api.send('DELETE', '/storage/files', { file_path }, Ok);
    throw error;
  }
}

/** Shows the job's progress until it has ended; cancels it when the user interrupts. */
async function follow(api: ApiClient, jobId: string, signal: AbortSignal): Promise<ExitCode> {
  const bar = createProgressBar(process.stderr);
  try {
    for (;;) {
      if (signal.aborted) {
        await api.send('POST', `/processing/${jobId}/cancel`, {}, JobStatus);
        bar.clear();
        process.stderr.write('Interrupted. What was found so far is kept.\n');
        return EXIT.interrupted;
      }
      const status = await api.get(`/processing/${jobId}/status`, JobStatus);
      if (status.status === 'completed' || status.status === 'failed') {
        bar.clear();
        return conclude(status);
      }
      bar.show(status);
      await delay(POLL_MS, undefined, { signal }).catch(() => {});
    }
  } finally {
    bar.clear();
  }
}

function conclude(status: JobStatus): ExitCode {
  for (const warning of status.warnings) process.stderr.write(`note: ${warning}\n`);
  if (status.status === 'completed') return EXIT.done;
  process.stderr.write(`reelscope: ${status.error ?? 'The analysis failed.'} (${status.error_code ?? 'internal'})\n`);
  return EXIT.failed;
}

function formatOf(input: CommandInput): ResultFormat {
  const chosen = FORMATS.filter((format) => input.values[format]);
  if (chosen.length > 1) throw new UsageError(`Choose one of ${chosen.map((format) => `--${format}`).join(', ')}.`);
  return chosen[0] ?? 'json';
}

function modulesOf(option: string | undefined): ModuleName[] | undefined {
  if (option === undefined) return undefined;
  const names = option
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.filter((name) => !isModuleName(name));
  if (unknown.length > 0 || names.length === 0) {
    throw new UsageError(`--modules takes a list of ${MODULE_NAMES.join(', ')}; not “${unknown.join(', ')}”.`);
  }
  return names.filter(isModuleName);
}

async function availableModules(api: ApiClient): Promise<ModuleName[]> {
  const infos = await api.get('/modules', ModuleInfo.array());
  return infos.filter((info) => info.available).map((info) => info.name);
}

async function readable(file: string): Promise<string> {
  const path = resolve(file);
  try {
    await access(path, constants.R_OK);
    return path;
  } catch (cause) {
    throw new ReelscopeError('not_found', `${file} can't be read: ${toError(cause).message}`, { cause });
  }
}

function withNewline(output: string): string {
  return output.endsWith('\n') ? output : `${output}\n`;
}
