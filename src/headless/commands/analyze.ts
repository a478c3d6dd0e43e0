import { access, constants } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { JobAccepted } from '../../contract/processing.ts';
import type { ImportMode } from '../../contract/storage.ts';
import { importFile } from '../../server/client/import-file.ts';
import { ANALYSIS_OPTIONS, analysisRequest } from '../analysis-options.ts';
import { args, type Command, type CommandInput, EXIT, has, UsageError } from '../command.ts';
import { FINDINGS_OPTIONS, findingsOf } from '../findings-format.ts';
import { followJob } from '../follow-job.ts';
import { withLibrary } from '../with-library.ts';

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
    return withLibrary(input, async (api) => {
      const body = await request(api);
      const jobId = await importFile(api, path, mode);
      await api.send('POST', `/videos/${jobId}/process`, body, JobAccepted);
      const code = await followJob(api, jobId, input);
      if (code === EXIT.done) process.stdout.write(await findings(api, jobId));
      return code;
    });
  },
};

function importModeOf(input: CommandInput): ImportMode | undefined {
  if (has(input, 'reference') && has(input, 'copy')) throw new UsageError('Use only one of --reference, --copy.');
  if (has(input, 'reference')) return 'reference';
  return has(input, 'copy') ? 'copy' : undefined;
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
