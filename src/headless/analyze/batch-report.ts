import { printable } from '../../base/printable.ts';
import { formatClock } from '../../base/time.ts';
import type { JobStatus } from '../../contract/analysis/job.ts';
import { errorCodeOf } from '../../contract/errors.ts';
import { fileError } from '../output/file-errors.ts';
import type { Inputs, LeftOutReason } from './inputs.ts';

/** How a file ended: analyzed now or before, failed, or left out of its folder. */
export type EndStatus = 'analyzed' | 'skipped' | 'failed' | LeftOutReason;

/** One file of a batch, as a line of JSON states it. */
export interface FileReport {
  event: 'file';
  file: string;
  status: EndStatus;
  job_id?: string;
  /** Seconds that the analysis took. */
  processing_time?: number;
  warnings?: string[];
  error?: { code: string; message: string };
}

/** Where the findings of a file are, or themselves. */
export interface FileResult {
  /** Path in the results folder, or of a bundle. */
  output?: string;
  results?: unknown;
}

/** Counts of a batch, as its last line of JSON states them. */
export interface Summary {
  event: 'summary';
  /** All but hidden ones and those of the system; each is in exactly one of the other counts. */
  files: number;
  analyzed: number;
  skipped: number;
  /** Neither video nor audio, or incomplete downloads. */
  not_media: number;
  hidden: number;
  /** Folders and files of the system, such as recycle bins. */
  system: number;
  failed: number;
  /** Not begun or not completed before an interrupt. */
  left: number;
}

/** @param status last state of its job, if it was followed */
export function reportOf(file: string, status: EndStatus, jobId?: string, job?: JobStatus): FileReport {
  return {
    event: 'file',
    file,
    status,
    ...(jobId !== undefined && { job_id: jobId }),
    ...(status === 'analyzed' && job?.processing_time != null && { processing_time: job.processing_time }),
    ...(job && job.warnings.length > 0 && { warnings: job.warnings }),
  };
}

/** Report of a file that failed. */
export function failureOf(file: string, thrown: Error, jobId?: string): FileReport {
  const error = fileError(thrown, 'used');
  return { ...reportOf(file, 'failed', jobId), error: { code: errorCodeOf(error), message: error.message } };
}

/** Why files are left out, for people. */
const LEFT_OUT: Readonly<Record<LeftOutReason, string>> = {
  not_media: 'not video or audio',
  unfinished: 'incomplete download',
  hidden: 'hidden; --hidden includes it',
  system: 'belongs to the system',
};

/** Formats `skipped   notes.txt  not video or audio`. Pure. */
export function leftOutLine(label: string, reason: LeftOutReason): string {
  return ['skipped'.padEnd(8), label, LEFT_OUT[reason]].map(printable).join('  ');
}

/** Formats ` 12/200  analyzed  day/clip.mp4  0:41`. Pure. */
export function reportLine(report: FileReport, number: number, total: number): string {
  const count = `${String(number).padStart(String(total).length)}/${total}`;
  const word = report.status === 'analyzed' || report.status === 'failed' ? report.status : 'skipped';
  return [count, word.padEnd(8), report.file, detailOf(report)]
    .filter((part) => part !== '')
    .map(printable)
    .join('  ');
}

function detailOf({ status, processing_time, error, warnings }: FileReport): string {
  if (status === 'skipped') return 'already analyzed';
  if (status === 'failed') return error?.message ?? '';
  if (status !== 'analyzed') return LEFT_OUT[status];
  const time = processing_time === undefined ? '' : `took ${formatClock(processing_time)}`;
  return [time, ...(warnings ?? []).map((warning) => `(${warning})`)].filter((part) => part !== '').join('  ');
}

/** Number of files and folders that are left out for one of the reasons. */
export function countLeftOut({ leftOut }: Inputs, ...reasons: LeftOutReason[]): number {
  return leftOut.filter(({ reason }) => reasons.includes(reason)).length;
}

/** Adds up a batch. Pure. */
export function summaryOf(reports: readonly FileReport[], inputs: Inputs): Summary {
  const count = (status: EndStatus) => reports.filter((report) => report.status === status).length;
  const notMedia = countLeftOut(inputs, 'not_media', 'unfinished');
  const failed = count('failed');
  return {
    event: 'summary',
    files: inputs.files.length + inputs.problems.length + notMedia,
    analyzed: count('analyzed'),
    skipped: count('skipped'),
    not_media: count('not_media') + notMedia,
    hidden: countLeftOut(inputs, 'hidden'),
    system: countLeftOut(inputs, 'system'),
    failed,
    left: inputs.files.length + inputs.problems.length - reports.length,
  };
}

/** Formats `200 files: 180 analyzed, 18 already analyzed, 2 failed; 3 hidden, 1 of the system.` Pure. */
export function summaryLine({ files, analyzed, skipped, not_media, hidden, system, failed, left }: Summary): string {
  const counted = (number: number, words: string) => (number === 0 ? [] : [`${number} ${words}`]);
  const parts = [
    `${analyzed} analyzed`,
    ...counted(skipped, 'already analyzed'),
    ...counted(not_media, 'not video or audio'),
    ...counted(failed, 'failed'),
    ...counted(left, 'left'),
  ];
  const others = [...counted(hidden, 'hidden'), ...counted(system, 'of the system')];
  return `${files} ${files === 1 ? 'file' : 'files'}: ${[parts.join(', '), others.join(', ')].filter(Boolean).join('; ')}.`;
}
