import { toError } from '../../base/errors.ts';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import type { JobStatus } from '../../contract/analysis/job.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { csvFile } from '../../core/formats/csv.ts';
import { nameKind } from '../../core/media-files/extensions.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { type CommandInput, EXIT, type ExitCode, note } from '../command.ts';
import { type Connection, isServerGone } from '../connection/connect.ts';
import { withSharedLibrary } from '../connection/with-library.ts';
import { isBundled, writeBundle } from '../output/bundle-output.ts';
import { analyzeFile, type FileRequest, type FileState, requireReadable } from './analyze-file.ts';
import { type BatchProgress, createBatchProgress } from './batch-progress.ts';
import {
  type FileReport,
  type FileResult,
  failureOf,
  leftOutLine,
  reportLine,
  reportOf,
  summaryLine,
  summaryOf,
} from './batch-report.ts';
import type { BatchSettings } from './batch-settings.ts';
import type { InputFile, Inputs } from './inputs.ts';
import type { Journal } from './journal.ts';
import { fileName } from './local-path.ts';
import type { ResultsFolder } from './results-folder.ts';

/** Number of files that are listed to people as left out. */
const MAX_LEFT_OUT = 20;

/** One run of `analyze` on several files. */
export class BatchRun {
  readonly #input: CommandInput;
  readonly #inputs: Inputs;
  readonly #settings: BatchSettings;
  readonly #journal: Journal;
  readonly #results: ResultsFolder | undefined;
  readonly #progress: BatchProgress;
  readonly #reports: FileReport[] = [];
  /** Files that are left. */
  readonly #states: Map<InputFile, FileState>;
  readonly #queue = createKeyedQueue<'import' | 'program'>();

  constructor(
    input: CommandInput,
    inputs: Inputs,
    settings: BatchSettings,
    journal: Journal,
    results: ResultsFolder | undefined,
  ) {
    this.#input = input;
    this.#inputs = inputs;
    this.#settings = settings;
    this.#journal = journal;
    this.#results = results;
    this.#progress = createBatchProgress(input);
    this.#states = new Map(inputs.files.map((file) => [file, {}]));
  }

  /** Analyzes all files, as many at once as the settings state, one more prepared. */
  async run(): Promise<ExitCode> {
    await this.#listLeftOut();
    for (const { label, error } of this.#inputs.problems) await this.#deliver(failureOf(label, error));
    if (this.#inputs.files.length > 0) await this.#analyzeAll().finally(this.#progress.close);
    return this.#end();
  }

  /** Lists what is left out of folders; to people, the first of many. */
  async #listLeftOut(): Promise<void> {
    const { leftOut } = this.#inputs;
    for (const { label, reason } of leftOut.slice(0, MAX_LEFT_OUT)) note(this.#input, leftOutLine(label, reason));
    if (leftOut.length > MAX_LEFT_OUT)
      note(this.#input, `${leftOut.length - MAX_LEFT_OUT} more skipped; --json lists all.`);
    if (this.#settings.printsJson) for (const { label, reason } of leftOut) await printJson(reportOf(label, reason));
  }

  #analyzeAll(): Promise<void> {
    const { jobs, request } = this.#settings;
    const analyzeAll = async (connection: Connection) => {
      const body = await request(connection.api);
      const left = [...this.#states.keys()].values();
      const work = async () => {
        for (const file of left) {
          if (this.#input.signal.aborted) return;
          await this.#analyze(connection, body, file);
        }
      };
      const workers = await Promise.allSettled(Array.from({ length: jobs + 1 }, work));
      await this.#queue.settled();
      for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
    };
    return withSharedLibrary(this.#input, analyzeAll, { concurrency: jobs });
  }

  async #analyze(connection: Connection, body: FileRequest['body'], file: InputFile): Promise<void> {
    const { api } = connection;
    const { mode, isAgain, exec } = this.#settings;
    const state = this.#states.get(file)!;
    let last: JobStatus | undefined;
    const onEnd = (status: JobStatus) => {
      last = status;
    };
    try {
      const done = this.#journal.jobOf(file);
      if (done !== undefined && (await this.#finishAgain(api, file, done))) return;
      await requireReadable(file.path, file.label);
      const request = { body, mode, isAgain };
      const follow = { bar: this.#progress.bar(file.label), tell() {}, onEnd };
      const inTurn = <Result>(work: () => Promise<Result>) => this.#queue.run('import', work);
      const outcome = await analyzeFile(connection, file.path, request, state, this.#input, follow, inTurn);
      if (outcome === 'interrupted') return;
      await this.#finish(api, file, reportOf(file.label, outcome, state.jobId, last));
    } catch (thrown) {
      const error = toError(thrown);
      if (isServerGone(error)) throw error;
      const isUnreadable = error instanceof ReelscopeError && error.code === 'unreadable_media';
      const isOther = isUnreadable && nameKind(fileName(file.path)) !== 'media';
      await this.#deliver(isOther ? reportOf(file.label, 'not_media') : failureOf(file.label, error, state.jobId));
    }
    // Files go on meanwhile.
    if (last && exec) void this.#queue.run('program', () => exec(api, state.jobId!));
    this.#states.delete(file);
  }

  /** Reports a file that an earlier run has done; false if its video is gone. */
  async #finishAgain(api: ApiClient, file: InputFile, jobId: string): Promise<boolean> {
    try {
      await this.#finish(api, file, reportOf(file.label, 'skipped', jobId));
    } catch (error) {
      if (error instanceof ReelscopeError && error.code === 'not_found') return false;
      throw error;
    }
    this.#states.delete(file);
    return true;
  }

  /** Reports a file with its findings. */
  async #finish(api: ApiClient, file: InputFile, report: FileReport): Promise<void> {
    const result = await this.#resultOf(api, file, report);
    await this.#journal.add(file, report.job_id!);
    await this.#deliver(report, result);
  }

  async #resultOf(api: ApiClient, file: InputFile, { job_id, status }: FileReport): Promise<FileResult> {
    const { bundleOf, extension, findings } = this.#settings;
    if (bundleOf) {
      const output = bundleOf(file.place);
      if (!(await isBundled(output, file.path))) await writeBundle(api, job_id!, output, this.#input.signal);
      return { output };
    }
    if (!this.#results) return { results: JSON.parse(await findings(api, job_id!)) };
    const known = status === 'skipped' ? await this.#results.find(file, extension) : undefined;
    if (known !== undefined) return { output: known };
    const content = await findings(api, job_id!);
    return { output: await this.#results.write(file, extension, extension === '.csv' ? csvFile(content) : content) };
  }

  /** Prints a file with its findings, which are not kept. */
  async #deliver(report: FileReport, result: FileResult = {}): Promise<void> {
    const { files, problems } = this.#inputs;
    this.#reports.push(report);
    this.#progress.line(reportLine(report, this.#reports.length, files.length + problems.length));
    if (this.#settings.printsJson) await printJson({ ...report, ...result });
    else if (result.output !== undefined) await print(result.output);
  }

  async #end(): Promise<ExitCode> {
    const { folders } = this.#inputs;
    const summary = summaryOf(this.#reports, this.#inputs);
    if (this.#settings.printsJson) await printJson(summary);
    note(this.#input, summaryLine(summary));
    if (folders > 0) note(this.#input, `${folders} folder${folders === 1 ? '' : 's'} not entered; --recursive does.`);
    if (this.#input.signal.aborted) {
      note(this.#input, 'Interrupted. Continue with: reelscope analyze --resume');
      return EXIT.interrupted;
    }
    if (summary.failed > 0) return EXIT.failed;
    await this.#journal.complete();
    return EXIT.done;
  }
}

const printJson = (value: object): Promise<void> => print(JSON.stringify(value));

/** Prints a line, and waits until it is written, so that the findings of many files don't collect in memory. */
function print(line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
  });
}
