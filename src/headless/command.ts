import type { ParseArgsOptionsConfig } from 'node:util';

/**
 * Process exit codes: done, failed, wrong usage, interrupted by the user (128 + SIGINT); and of `verify`: changed, signed
 * by another key, not signed.
 */
export const EXIT = { done: 0, failed: 1, usage: 2, changed: 3, otherKey: 4, unsigned: 5, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Parsed command line: options as `node:util` parseArgs gives them. */
export interface CommandInput {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
  /** Aborted by the first SIGINT or SIGTERM. */
  signal: AbortSignal;
}

/** One command of `reelscope`. */
export interface Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** Synopsis without the program's name. */
  usage: string;
  /** A line for each option. */
  help: readonly string[];
  options: ParseArgsOptionsConfig;
  /** @throws UsageError for an invalid combination of arguments */
  run(input: CommandInput): Promise<ExitCode>;
}

/** Invalid command line; the message explains the error. */
export class UsageError extends Error {}

/** A string option, or undefined. */
export function text(input: CommandInput, name: string): string | undefined {
  const value = input.values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Options shared by all commands that open a data folder. */
export const DATA_OPTIONS = { 'data-dir': { type: 'string' } } as const satisfies ParseArgsOptionsConfig;
export const DATA_HELP = ['--data-dir DIR   folder of the library (default: that of the desktop application)'];
