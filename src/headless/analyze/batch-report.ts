import { printable } from '../../base/printable.ts';
import { formatPosition } from '../../base/time.ts';
import { errorCodeOf } from '../../contract/errors.ts';
import type { JobStatus } from '../../contract/job.ts';
import type { Inputs } from './inputs.ts';

/** How a file ended. */
export type EndStatus = 'analyzed' | 'skipped' | 'not_media' | 'failed';

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
  /** Path of the findings in the results folder. */
  output?: string;
  results?: unknown;
}

/** Counts of a batch, as its last line of JSON states them. */
export interface Summary {
  event: 'summary';
  /** All but hidden ones; each is in exactly one of the other counts. */
  files: number;
  analyzed: number;
  skipped: number;
  /** Neither video nor audio. */
  not_media: number;
  hidden: number;
  failed: number;
  /** Not begun or not completed before an interrupt. */
  left: number;
}

/** @param status last state of its job, if it was followed */
export function reportOf(file: string, status: EndStatus, jobId?: string, job?: JobStatus): FileReport {
  return {
    ...{ event: 'file', file, status },
    ...(jobId !== undefined && { job_id: jobId }),
    ...(status === 'analyzed' && job?.processing_time != null && { processing_time: job.processing_time }),
    ...(job && job.warnings.length > 0 && { warnings: job.warnings }),
  };
}

/** Report of a file that failed. */
export function failureOf(file: string, error: Error, jobId?: string): FileReport {
  return { ...reportOf(file, 'failed', jobId), error: { code: errorCodeOf(error), message: error.message } };
}

const WORDS: Readonly<Record<EndStatus, string>> = {
  analyzed: 'analyzed',
  skipped: 'skipped',
  not_media: 'skipped',
  failed: 'failed',
};

/** Formats ` 12/200  analyzed  day/clip.mp4  0:41`. Pure. */
export function reportLine(report: FileReport, number: number, total: number): string {
  const count = `${String(number).padStart(String(total).length)}/${total}`;
  return [count, WORDS[report.status].padEnd(8), report.file, detailOf(report)]
    .filter((part) => part !== '')
    .map(printable)
    .join('  ');
}

function detailOf({ status, processing_time, error, warnings }: FileReport): string {
  if (status === 'skipped') return 'already analyzed';
  if (status === 'not_media') return 'not video or audio';
  if (status === 'failed') return error?.message ?? '';
  const time = processing_time === undefined ? '' : `took ${formatPosition(processing_time)}`;
  return [time, ...(warnings ?? []).map((warning) => `(${warning})`)].filter((part) => part !== '').join('  ');
}

/** Adds up a batch. Pure. */
export function summaryOf(reports: readonly FileReport[], inputs: Inputs): Summary {
  const count = (status: EndStatus) => reports.filter((report) => report.status === status).length;
  const failed = count('failed');
  return {
    event: 'summary',
    files: inputs.files.length + inputs.problems.length + inputs.notMedia,
    analyzed: count('analyzed'),
    skipped: count('skipped'),
    not_media: count('not_media') + inputs.notMedia,
    hidden: inputs.hidden,
    failed,
    left: inputs.files.length + inputs.problems.length - reports.length,
  };
}

/** Formats `200 files: 180 analyzed, 18 already analyzed, 2 failed; 3 hidden.` Pure. */
export function summaryLine({ files, analyzed, skipped, not_media, hidden, failed, left }: Summary): string {
  const counted = (number: number, words: string) => (number === 0 ? [] : [`${number} ${words}`]);
  const parts = [
    `${analyzed} analyzed`,
    ...counted(skipped, 'already analyzed'),
    ...counted(not_media, 'not video or audio'),
    ...counted(failed, 'failed'),
    ...counted(left, 'left'),
  ];
  return `${files} ${files === 1 ? 'file' : 'files'}: ${parts.join(', ')}${hidden === 0 ? '' : `; ${hidden} hidden`}.`;
}
