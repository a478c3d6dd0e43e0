import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { toError } from '../../base/errors.ts';
import type { JobStatus } from '../../contract/analysis/job.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { csvFile } from '../../core/formats/csv.ts';
import { nameKind } from '../../core/media-files/extensions.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { analysisRequest } from '../arguments/analysis-options.ts';
import { pathsOf } from '../arguments/raw-arguments.ts';
import { type CommandInput, EXIT, type ExitCode, has, integer, note, text, UsageError } from '../command.ts';
import { isServerGone } from '../connection/connect.ts';
import { libraryFolder, withSharedLibrary } from '../connection/with-library.ts';
import { execOf } from '../exec.ts';
import { bundleTarget, isBundled, writeBundle } from '../output/bundle-output.ts';
import { findingsOf, formatOf } from '../output/findings-format.ts';
import { analyzeFile, type FileState, importModeOf, requireReadable } from './analyze-file.ts';
import { createBatchProgress } from './batch-progress.ts';
import {
  countLeftOut,
  type FileReport,
  failureOf,
  leftOutLine,
  reportLine,
  reportOf,
  summaryLine,
  summaryOf,
} from './batch-report.ts';
import { findInputs, type InputFile, type Inputs, listedPath, splitList } from './inputs.ts';
import { headOf, type Journal, lastRun, openJournal } from './journal.ts';
import { fileName } from './local-path.ts';
import { openResultsFolder, type ResultsFolder } from './results-folder.ts';

const MAX_JOBS = 16;

/** Number of files that are listed to people as left out. */
const MAX_LEFT_OUT = 20;

/** Options of a batch, read before anything is done. */
function settingsOf(input: CommandInput) {
  const output = text(input, 'output-dir');
  // With a results folder, --json selects what is printed; files are JSON by default, too.
  const format = formatOf(output === undefined ? input : { ...input, values: { ...input.values, json: undefined } });
  if (output === '') throw new UsageError('--output-dir requires a folder.');
  const bundleOf = bundleTarget(input);
  if (bundleOf && output !== undefined) throw new UsageError('Use only one of --output-dir, --bundle-dir.');
  if (output === undefined && format !== 'json')
    throw new UsageError(`With several files, --${format} requires --output-dir.`);
  return {
    output,
    bundleOf,
    extension: `.${format}`,
    jobs: integer(input, 'jobs', 1, MAX_JOBS) ?? 1,
    request: analysisRequest(input),
    findings: findingsOf(input, format),
    mode: importModeOf(input),
    exec: execOf(input),
    isAgain: has(input, 'again'),
    printsJson: has(input, 'json') || (output === undefined && !bundleOf),
  };
}

/**
 * Runs `analyze` on several files: as many at once as --jobs states, one more prepared.
 * @throws UsageError
 */
export async function analyzeBatch(given: CommandInput): Promise<ExitCode> {
  const { input, list } = await begun(given);
  const settings = settingsOf(input);
  const inputs = await inputsOf(input, list, settings.output);
  // A list that a program makes may be empty.
  if (list === undefined) requireFiles(inputs, input.positionals);
  const journal = await openJournal(libraryFolder(input), headOf(input, list), has(given, 'resume'));
  const results = settings.output === undefined ? undefined : await openResultsFolder(settings.output);
  const run = createRun(input, inputs, settings, journal, results);
  await run.leftOut();
  await run.problems();
  if (inputs.files.length > 0) await run.all();
  return run.end();
}

/** Refuses folders without files to analyze. @throws ReelscopeError `not_found` */
function requireFiles(inputs: Inputs, named: readonly string[]): void {
  const { files, problems, folders } = inputs;
  if (files.length > 0 || problems.length > 0) return;
  const [notMedia, hidden] = [countLeftOut(inputs, 'not_media', 'unfinished'), countLeftOut(inputs, 'hidden')];
  const system = countLeftOut(inputs, 'system');
  const found = [
    notMedia > 0 && `other files: ${notMedia}`,
    hidden > 0 && `hidden: ${hidden}, which --hidden includes`,
    system > 0 && `of the system: ${system}`,
    folders > 0 && `folders: ${folders}, which --recursive enters`,
  ].filter((text) => text !== false);
  const others = found.length > 0 ? ` (${found.join('; ')})` : '';
  throw new ReelscopeError('not_found', `No video or audio files in ${named.join(', ')}${others}.`);
}

/**
 * The input of a run, or with --resume alone, of the last one that did not complete; with the list on standard input.
 */
async function begun(given: CommandInput): Promise<{ input: CommandInput; list: Buffer | undefined }> {
  if (given.positionals.length > 0) {
    const isListed = given.positionals.includes('-');
    return { input: given, list: isListed ? await buffer(process.stdin) : undefined };
  }
  const last = has(given, 'resume') ? await lastRun(libraryFolder(given)) : undefined;
  if (!last) throw new UsageError('analyze requires files or folders, or --resume after a run that was interrupted.');
  process.chdir(last.cwd);
  note(given, `Resuming in ${last.cwd}: analyze ${last.positionals.join(' ')}`);
  const values = { ...last.values, ...given.values, resume: true };
  const list = last.list === undefined ? undefined : Buffer.from(last.list, 'base64');
  return { input: { ...given, values, positionals: last.positionals }, list };
}

async function inputsOf(input: CommandInput, list: Buffer | undefined, output: string | undefined): Promise<Inputs> {
  const named = pathsOf(input.positionals.filter((argument) => argument !== '-'));
  const listed = list ? splitList(list).map(listedPath) : [];
  const own = [libraryFolder(input), ...(output === undefined ? [] : [output])];
  return findInputs([...named, ...listed], {
    isRecursive: has(input, 'recursive'),
    withHidden: has(input, 'hidden'),
    except: await Promise.all(own.map((folder) => realpath(folder).catch(() => resolve(folder)))),
    signal: input.signal,
  });
}

function createRun(
  input: CommandInput,
  inputs: Inputs,
  settings: ReturnType<typeof settingsOf>,
  journal: Journal,
  results: ResultsFolder | undefined,
) {
  const { files, problems } = inputs;
  const { jobs, bundleOf, extension, findings, mode, isAgain, printsJson, exec } = settings;
  const progress = createBatchProgress(input);
  const reports: FileReport[] = [];
  const states = new Map<InputFile, FileState>(files.map((file) => [file, {}]));
  const inTurn = createQueue();
  const programs = createQueue();
  const total = files.length + problems.length;

  const deliver = async (report: FileReport, output = ''): Promise<void> => {
    reports.push(report);
    progress.line(reportLine(report, reports.length, total));
    if (printsJson) await print(`${JSON.stringify({ ...report, ...(output !== '' && { output }) })}\n`);
    else if (output !== '') await print(`${output}\n`);
  };

  /** Reports a file with its findings. */
  const finish = async (api: ApiClient, file: InputFile, report: FileReport): Promise<void> => {
    const jobId = report.job_id!;
    if (bundleOf) {
      const output = bundleOf(file.place);
      if (!(await isBundled(output, file.path))) await writeBundle(api, jobId, output, input.signal);
      await journal.add(file, jobId);
      return deliver(report, output);
    }
    if (results) {
      const known = report.status === 'skipped' ? await results.find(file, extension) : undefined;
      const content = known === undefined ? await findings(api, jobId) : '';
      const output = known ?? (await results.write(file, extension, extension === '.csv' ? csvFile(content) : content));
      await journal.add(file, jobId);
      return deliver(report, output);
    }
    const found: unknown = JSON.parse(await findings(api, jobId));
    await journal.add(file, jobId);
    return deliver({ ...report, results: found });
  };

  const analyze = async (
    connection: Parameters<typeof analyzeFile>[0],
    body: Parameters<typeof analyzeFile>[2]['body'],
    file: InputFile,
  ): Promise<void> => {
    const state = states.get(file)!;
    let last: JobStatus | undefined;
    const onEnd = (status: JobStatus) => {
      last = status;
    };
    try {
      const done = journal.jobOf(file);
      if (done !== undefined && (await finishAgain(connection.api, file, done))) return;
      await requireReadable(file.path, file.label);
      const follow = { bar: progress.bar(file.label), tell() {}, onEnd };
      const outcome = await analyzeFile(connection, file.path, { body, mode, isAgain }, state, input, follow, inTurn);
      if (outcome === 'interrupted') return;
      await finish(connection.api, file, reportOf(file.label, outcome, state.jobId, last));
    } catch (thrown) {
      const error = toError(thrown);
      if (isServerGone(error)) throw error;
      const isUnreadable = error instanceof ReelscopeError && error.code === 'unreadable_media';
      const isOther = isUnreadable && nameKind(fileName(file.path)) !== 'media';
      await deliver(isOther ? reportOf(file.label, 'not_media') : failureOf(file.label, error, state.jobId));
    }
    // Files go on meanwhile.
    if (last) void programs(async () => exec?.(connection.api, state.jobId!));
    states.delete(file);
  };

  /** Reports a file that an earlier run has done; false if its video is gone. */
  const finishAgain = async (api: ApiClient, file: InputFile, jobId: string): Promise<boolean> => {
    try {
      await finish(api, file, reportOf(file.label, 'skipped', jobId));
    } catch (error) {
      if (error instanceof ReelscopeError && error.code === 'not_found') return false;
      throw error;
    }
    states.delete(file);
    return true;
  };

  return {
    /** Lists what is left out of folders; to people, the first of many. */
    async leftOut(): Promise<void> {
      const { leftOut } = inputs;
      for (const { label, reason } of leftOut.slice(0, MAX_LEFT_OUT)) note(input, leftOutLine(label, reason));
      if (leftOut.length > MAX_LEFT_OUT)
        note(input, `${leftOut.length - MAX_LEFT_OUT} more skipped; --json lists all.`);
      if (!printsJson) return;
      for (const { label, reason } of leftOut) await print(`${JSON.stringify(reportOf(label, reason))}\n`);
    },

    async problems(): Promise<void> {
      for (const { label, error } of problems) await deliver(failureOf(label, error));
    },

    async all(): Promise<void> {
      await withSharedLibrary(
        input,
        async (connection) => {
          const body = await settings.request(connection.api);
          const left = [...states.keys()].values();
          const work = async () => {
            for (const file of left) {
              if (input.signal.aborted) return;
              await analyze(connection, body, file);
            }
          };
          const workers = await Promise.allSettled(Array.from({ length: jobs + 1 }, work));
          await programs(async () => {});
          for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
        },
        { concurrency: jobs },
      ).finally(progress.close);
    },

    async end(): Promise<ExitCode> {
      const summary = summaryOf(reports, inputs);
      if (printsJson) await print(`${JSON.stringify(summary)}\n`);
      note(input, summaryLine(summary));
      if (inputs.folders > 0) note(input, `${counted(inputs.folders, 'folder')} not entered; --recursive does.`);
      if (input.signal.aborted) {
        note(input, 'Interrupted. Continue with: reelscope analyze --resume');
        return EXIT.interrupted;
      }
      if (summary.failed > 0) return EXIT.failed;
      await journal.complete();
      return EXIT.done;
    },
  };
}

const counted = (number: number, word: string): string => `${number} ${number === 1 ? word : `${word}s`}`;

/** Runs one after the other what is given at once. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}

/** Prints, and waits until it is written, so that the findings of many files don't collect in memory. */
function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
