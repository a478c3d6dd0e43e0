import { analyzeFile, type FileState, importModeOf, requireReadable } from '../analyze/analyze-file.ts';
import { analyzeBatch } from '../analyze/batch.ts';
import { isOneFile } from '../analyze/inputs.ts';
import { fileName } from '../analyze/local-path.ts';
import { ANALYZE_OPTIONS, isBatchOption } from '../analyze/options.ts';
import { analysisRequest } from '../arguments/analysis-options.ts';
import { pathsOf } from '../arguments/raw-arguments.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  type ExitCode,
  has,
  note,
  print,
  text,
  UsageError,
} from '../command.ts';
import { withTemporaryLibrary } from '../connection/temporary-library.ts';
import { withSharedLibrary } from '../connection/with-library.ts';
import { EXEC_NOTES, execOf } from '../exec.ts';
import { bundleTarget, isBundled, writeBundle } from '../output/bundle-output.ts';
import { findingsOf } from '../output/findings-format.ts';

/** `reelscope analyze`: analyzes files and prints their findings. */
export const analyzeCommand: Command = {
  usage: ['analyze FILE', 'analyze FILE|FOLDER|PATTERN…', 'analyze -', 'analyze --resume'],
  creates: true,
  options: ANALYZE_OPTIONS,
  notes: [
    'One named file: its findings as one JSON document. Folders, patterns, lists, and several files: one line of JSON for each file with its',
    'status and findings, also for one match, and a summary. A shell replaces patterns without quotes by names; --lines prints lines for one, too.',
    'A file that was already analyzed with the same modules and options, under whatever name, is skipped.',
    'With -, standard input lists files and folders, separated by line breaks or NUL characters.',
    'With --bundle and without --data-dir, a temporary library is used: any number of such commands run side by side.',
    'Files other than video and audio are skipped and counted. Put -- before names that begin with a dash.',
    ...EXEC_NOTES,
  ],
  examples: [
    ['analyze talk.mp4 --srt > talk.srt', 'Make subtitles.'],
    ['analyze traffic.mp4 --modules scenes,visualelements --csv', 'Find shots and objects only.'],
    ['analyze footage --recursive --output-dir findings --csv', 'Analyze a folder; one table for each file.'],
    ['analyze talk.mp4 --bundle talk.reelscope', 'Analyze on any machine; bundles import merges the results.'],
    ['analyze --resume', 'Continue after an interruption.'],
    ['analyze talk.mp4 --exec "python3 notify.py" > talk.json', 'Run a program when the analysis has ended.'],
    ['find . -mtime -1 -print0 | reelscope analyze - > findings.ndjson', 'Analyze what find finds.'],
  ],

  async run(input) {
    const { positionals, values } = input;
    const isBatch = Object.keys(values).some((name) => isBatchOption(name) && values[name] !== undefined);
    const [path] = pathsOf(positionals);
    const isOne = !isBatch && path !== undefined && (await isOneFile(positionals, path));
    if (!isOne && text(input, 'bundle') !== undefined)
      throw new UsageError('--bundle requires exactly one file; use --bundle-dir for several.');
    return isOne ? analyzeOne(path, positionals[0]!, input) : analyzeBatch(input);
  },
};

async function analyzeOne(path: string | Buffer, label: string, input: CommandInput): Promise<ExitCode> {
  const request = analysisRequest(input);
  const findings = findingsOf(input);
  const exec = execOf(input);
  await requireReadable(path, label);
  const target = bundleTarget(input)?.(fileName(path));
  if (target !== undefined && (await isBundled(target, path))) {
    note(input, `${target} is a bundle of this file already.`);
    print(input, { path: target }, '');
    return EXIT.done;
  }
  const state: FileState = {};
  let hasEnded = false;
  const run = (within: CommandInput) =>
    withSharedLibrary(within, async (connection) => {
      const { api } = connection;
      const choice = { body: await request(api), mode: importModeOf(within), isAgain: has(input, 'again') };
      try {
        const outcome = await analyzeFile(connection, path, choice, state, input, {
          onFollow: () => note(input, 'This file is already being analyzed; following that analysis.'),
          onEnd: () => {
            hasEnded = true;
          },
        });
        if (outcome === 'interrupted') return EXIT.interrupted;
        if (outcome === 'skipped')
          note(input, 'Already analyzed with these modules and options; --again analyzes it again.');
        if (target === undefined) process.stdout.write(await findings(api, state.jobId!));
        else {
          await writeBundle(api, state.jobId!, target, input.signal);
          print(input, { job_id: state.jobId, path: target }, '');
        }
      } finally {
        if (hasEnded) await exec?.(api, state.jobId!);
      }
      return EXIT.done;
    });
  const hasLibrary = target === undefined || text(input, 'data-dir') !== undefined;
  return hasLibrary ? run(input) : withTemporaryLibrary(input, run);
}
