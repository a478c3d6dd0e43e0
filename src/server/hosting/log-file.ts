import { appendFileSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { toError } from '../../base/errors.ts';
import type { LogLevel, LogSink } from '../../base/logger.ts';
import { replaceFileSync } from '../../files/replace.ts';

/** Size at which a log file is rotated. */
const FILE_BYTES = 5 * 2 ** 20;
const KEPT_FILES = 3;

export interface LogFileOptions {
  /** Minimum level that is written. Requests are `debug`. */
  least?: LogLevel;
  fileBytes?: number;
  keptFiles?: number;
}

const ORDER: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** Formats a log record as one line of JSON; errors include their cause. */
export function logLine({ time, level, message, fields }: Parameters<LogSink>[0]): string {
  const line = { time: new Date(time).toISOString(), level, message, ...fields };
  return `${JSON.stringify(line, (_, value) => (value instanceof Error ? describe(value) : value))}\n`;
}

function describe(error: Error): unknown {
  const { message, stack, cause } = error;
  return { message, stack, ...(cause !== undefined && { cause: toError(cause).message }) };
}

/**
 * Writes log lines to `file`, which is rotated to `file.1`, `file.2` … when full. Writes are synchronous, since the
 * lines before a crash matter most. If writing fails, the record goes to `fallback`.
 */
export function logFile(file: string, fallback: LogSink, options: LogFileOptions = {}): LogSink {
  const { least = 'info', fileBytes = FILE_BYTES, keptFiles = KEPT_FILES } = options;
  let bytes = sizeOf(file);
  return (record) => {
    if (ORDER.indexOf(record.level) < ORDER.indexOf(least)) return;
    const line = logLine(record);
    try {
      if (bytes === 0) mkdirSync(dirname(file), { recursive: true });
      if (bytes > 0 && bytes + line.length > fileBytes) bytes = rotate(file, keptFiles) ? 0 : bytes - fileBytes / 10;
      appendFileSync(file, line, { mode: 0o600 });
      bytes += Buffer.byteLength(line);
    } catch {
      fallback(record);
    }
  };
}

/** Returns the files of a log, newest first. */
export function logFiles(file: string, keptFiles = KEPT_FILES): string[] {
  return [file, ...Array.from({ length: keptFiles }, (_, age) => `${file}.${age + 1}`)].filter(
    (name) => sizeOf(name) > 0,
  );
}

/** @returns false if another program has a file open (Windows); the log then grows until the next attempt */
function rotate(file: string, keptFiles: number): boolean {
  try {
    for (let age = keptFiles - 1; age >= 0; age--) moveAside(age === 0 ? file : `${file}.${age}`, `${file}.${age + 1}`);
    return true;
  } catch {
    return false;
  }
}

function moveAside(from: string, to: string): void {
  if (sizeOf(from) > 0) replaceFileSync(from, to);
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
