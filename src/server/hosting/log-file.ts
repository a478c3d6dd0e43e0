import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { toError } from '../../base/errors.ts';
import type { LogLevel, LogSink } from '../../base/logger.ts';

/** Size at which a log file is put aside; the files before it are kept, oldest lost. */
const FILE_BYTES = 5 * 2 ** 20;
const KEPT_FILES = 3;

export interface LogFileOptions {
  /** Below this nothing is written. Requests are `debug`. */
  least?: LogLevel;
  fileBytes?: number;
  keptFiles?: number;
}

const ORDER: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** One log record as one line of JSON; errors are told with their cause. */
export function logLine({ time, level, message, fields }: Parameters<LogSink>[0]): string {
  const line = { time: new Date(time).toISOString(), level, message, ...fields };
  return `${JSON.stringify(line, (_, value) => (value instanceof Error ? describe(value) : value))}\n`;
}

function describe(error: Error): unknown {
  const { message, stack, cause } = error;
  return { message, stack, ...(cause !== undefined && { cause: toError(cause).message }) };
}

/**
 * Lines in `file`, which becomes `file.1`, `file.2` … when it is full. Written at once, since the lines before a crash are the ones
 * that are wanted. A disk that takes no log must not stop the work: the record goes to `fallback`.
 */
export function logFile(file: string, fallback: LogSink, options: LogFileOptions = {}): LogSink {
  const { least = 'info', fileBytes = FILE_BYTES, keptFiles = KEPT_FILES } = options;
  let bytes = sizeOf(file);
  return (record) => {
    if (ORDER.indexOf(record.level) < ORDER.indexOf(least)) return;
    const line = logLine(record);
    try {
      if (bytes === 0) mkdirSync(dirname(file), { recursive: true });
      if (bytes > 0 && bytes + line.length > fileBytes) {
        for (let age = keptFiles - 1; age >= 0; age--)
          moveAside(age === 0 ? file : `${file}.${age}`, `${file}.${age + 1}`);
        bytes = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      bytes += Buffer.byteLength(line);
    } catch {
      fallback(record);
    }
  };
}

/** The files of a log, newest first. */
export function logFiles(file: string, keptFiles = KEPT_FILES): string[] {
  return [file, ...Array.from({ length: keptFiles }, (_, age) => `${file}.${age + 1}`)].filter(
    (name) => sizeOf(name) > 0,
  );
}

function moveAside(from: string, to: string): void {
  if (sizeOf(from) > 0) renameSync(from, to);
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
