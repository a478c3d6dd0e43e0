import { access, constants } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { toError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { JobStatus } from '../../contract/job.ts';
import { isModuleName, MODULE_NAMES, type ModuleName } from '../../contract/modules.ts';
import { JobAccepted, type SpeechOptions } from '../../contract/processing.ts';
import type { ResultFormat } from '../../contract/results.ts';
import type { ImportMode } from '../../contract/storage.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { availableModules, importFile } from '../../server/client/import-file.ts';
import { defaultDataFolder } from '../../server/hosting/data-folder.ts';
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
/** Polling interval of the job in milliseconds. */
const POLL_MS = 300;

/** `reelscope analyze`: analyzes a file and prints its findings. */
export const analyzeCommand: Command = {
  name: 'analyze',
  summary: 'Analyze a video or audio file and print its findings.',
  usage:
    'analyze FILE [--modules a,b] [--json|--srt|--vtt|--csv|--md] [--prompt TEXT] [--speakers N] [--reference|--copy]\n                 [--language CODE] [--speech-model ID] [--translate] [--translation] [--data-dir DIR]',
  help: [
    `--modules a,b    any of ${MODULE_NAMES.join(', ')}`,
    '                 (default: all available)',
    '--json           print results as JSON (default); also --srt, --vtt, --csv, --md',
    '--prompt TEXT    custom vocabulary: names and terms for speech recognition',
    '--reference      leave the file in place; --copy copies it (default: the storage setting)',
    '--language CODE  language of the speech, such as de; auto detects it (default: the setting)',
    '--speech-model ID  speech model of this analysis; best selects the best installed one',
    '--translate      also translate speech in other languages into English',
    '--translation    print transcript lines in English; implies --translate',
    '--speakers N     number of speakers (default: found by their voices)',
    ...DATA_HELP,
  ],
  options: {
    ...DATA_OPTIONS,
    ...Object.fromEntries(FORMATS.map((format) => [format, { type: 'boolean' as const }])),
    modules: { type: 'string' },
    prompt: { type: 'string' },
    reference: { type: 'boolean' },
    copy: { type: 'boolean' },
    speakers: { type: 'string' },
    language: { type: 'string' },
    'speech-model': { type: 'string' },
    translate: { type: 'boolean' },
    translation: { type: 'boolean' },
  },

  async run(input) {
    const [file, ...more] = input.positionals;
    if (file === undefined || more.length > 0) throw new UsageError('analyze requires exactly one file.');
    const format = formatOf(input);
    const chosen = modulesOf(text(input, 'modules'));
    const mode = importModeOf(input);
    const speakers = speakerCountOf(text(input, 'speakers'));
    const speech = speechOf(input);
    const shown = input.values['translation'] ? '&text=translation' : '';
    const path = await readable(file);
    const connection = await connect(text(input, 'data-dir') ?? defaultDataFolder(), stderrLog('error'));
    try {
      const { api } = connection;
      const modules = chosen ?? (await availableModules(api));
      const job_id = await importFile(api, path, mode);
      const prompt = text(input, 'prompt');
      await api.send(
        'POST',
        `/videos/${job_id}/process`,
        {
          modules,
          ...(prompt && { initial_prompt: prompt }),
          ...(speakers && { speaker_count: speakers }),
          ...(Object.keys(speech).length > 0 && { speech }),
        },
        JobAccepted,
      );
      const code = await follow(api, job_id, input.signal);
      if (code === EXIT.done)
        process.stdout.write(withNewline(await api.text(`/results/job/${job_id}?format=${format}${shown}`)));
      return code;
    } finally {
      await connection.close();
    }
  },
};

/** Shows the job's progress until it ends; cancels it on an interrupt. */
async function follow(api: ApiClient, jobId: string, signal: AbortSignal): Promise<ExitCode> {
  const bar = createProgressBar(process.stderr);
  try {
    for (;;) {
      if (signal.aborted) {
        await api.send('POST', `/processing/${jobId}/cancel`, {}, JobStatus);
        bar.clear();
        process.stderr.write('Interrupted. The findings so far are kept.\n');
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
  if (chosen.length > 1) throw new UsageError(`Use only one of ${chosen.map((format) => `--${format}`).join(', ')}.`);
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
    throw new UsageError(`Unknown modules: “${unknown.join(', ')}”. Use any of ${MODULE_NAMES.join(', ')}.`);
  }
  return names.filter(isModuleName);
}

function importModeOf({ values }: CommandInput): ImportMode | undefined {
  if (values['reference'] && values['copy']) throw new UsageError('Use only one of --reference, --copy.');
  if (values['reference']) return 'reference';
  return values['copy'] ? 'copy' : undefined;
}

function speakerCountOf(option: string | undefined): number | undefined {
  if (option === undefined) return undefined;
  const count = Number(option);
  if (!Number.isInteger(count) || count < 1 || count > 50)
    throw new UsageError('--speakers requires a number from 1 to 50.');
  return count;
}

function speechOf(input: CommandInput): SpeechOptions {
  const [language, model] = [text(input, 'language'), text(input, 'speech-model')];
  if (language !== undefined && !/^(auto|[a-z]{2,3})$/.test(language)) {
    throw new UsageError('--language requires an ISO 639 code such as de, or auto.');
  }
  return {
    ...(language !== undefined && { language: language === 'auto' ? null : language }),
    ...(model !== undefined && { model: model === 'best' ? null : model }),
    ...((input.values['translate'] || input.values['translation']) && { translate: true }),
  };
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
