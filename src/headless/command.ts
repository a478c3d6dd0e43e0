import { MODULE_NAMES } from '../contract/analysis/module-catalog.ts';

/**
 * Process exit codes: done, failed, wrong usage, library in use by a server (EX_TEMPFAIL of sysexits.h), interrupted by
 * the user (128 + SIGINT); and of `verify`: changed, signed by another key, not signed.
 */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  changed: 3,
  otherKey: 4,
  unsigned: 5,
  inUse: 75,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Parsed command line: options as `node:util` parseArgs gives them. */
export interface CommandInput {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
  /** See {@link Command.creates}. */
  mayCreate?: boolean | undefined;
  /** Aborted by the first signal that ends a process. */
  signal: AbortSignal;
}

/** An option, as parseArgs reads it, and as help, man page, and completion show it. */
interface Option {
  type: 'string' | 'boolean';
  /** Placeholder of the value. */
  value?: string;
  /** Values that completion offers. */
  choices?: readonly string[];
  help: string;
}
export type Options = Readonly<Record<string, Option>>;

/** One command of `reelscope`; its name is in `commands/table.ts`. */
export interface Command {
  /** Synopses without the program's name and without options; one for each action. */
  usage: readonly string[];
  options: Options;
  /** First arguments that completion offers. */
  actions?: readonly string[];
  /** Command lines with what they do. */
  examples: readonly (readonly [line: string, purpose: string])[];
  /** Sentences below the options. */
  notes?: readonly string[];
  /** Whether it, or which of its actions, may begin a library; for all others, a folder without one is an error. */
  creates?: true | readonly string[];
  /** @throws UsageError for an invalid combination of arguments */
  run(input: CommandInput): Promise<ExitCode>;
}

/** A command as help, man page, and completion show it. */
export interface NamedCommand extends Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
}

/** Invalid command line; the message explains the error. */
export class UsageError extends Error {}

/** Options of every command. */
export const COMMON_OPTIONS = {
  'data-dir': {
    type: 'string',
    value: 'DIR',
    help: 'folder of the library (default: that of the desktop application)',
  },
  json: { type: 'boolean', help: 'print JSON; errors, too' },
  quiet: { type: 'boolean', help: 'no progress and no notes on standard error' },
} as const satisfies Options;

export const MODULES_OPTION = {
  modules: { type: 'string', value: 'LIST', choices: MODULE_NAMES, help: `any of ${MODULE_NAMES.join(', ')}` },
} as const satisfies Options;

/** A string option, or undefined. */
export function text(input: CommandInput, name: string): string | undefined {
  const value = input.values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Whether an option without a value is given. */
export function has(input: CommandInput, name: string): boolean {
  return input.values[name] === true;
}

/** The parts of an option with commas, or undefined. @throws UsageError if a part is not one of `known` */
export function list<Known extends string>(
  input: CommandInput,
  name: string,
  known: readonly Known[],
): Known[] | undefined {
  const parts = text(input, name)
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts === undefined) return undefined;
  const unknown = parts.find((part) => !known.some((one) => one === part));
  if (unknown !== undefined || parts.length === 0)
    throw new UsageError(`“${unknown ?? ''}” is not one of ${known.join(', ')} (--${name}).`);
  return parts as Known[];
}

/** The value of an option with fixed values, or undefined. @throws UsageError for another value */
export function choice<Known extends string>(
  input: CommandInput,
  name: string,
  known: readonly Known[],
): Known | undefined {
  const value = text(input, name);
  if (value === undefined) return undefined;
  const found = known.find((one) => one === value);
  if (found === undefined) throw new UsageError(`--${name} must be one of ${known.join(', ')}.`);
  return found;
}

/** The value of an option as a whole number, or undefined. @throws UsageError for one outside `from` to `to` */
export function integer(input: CommandInput, name: string, from: number, to: number): number | undefined {
  const value = text(input, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() === '' || !Number.isInteger(number) || number < from || number > to)
    throw new UsageError(`--${name} must be a whole number from ${from} to ${to}.`);
  return number;
}

/** The arguments. @throws UsageError unless their number is from `least` to `most` */
export function args(input: CommandInput, least: number, most: number, usage: string): string[] {
  const { positionals } = input;
  if (positionals.length < least || positionals.length > most) throw new UsageError(usage);
  return positionals;
}

/** Refuses arguments that a command does not take. @throws UsageError */
export function refuseMore(command: string, more: readonly string[]): void {
  if (more.length > 0) throw new UsageError(`${command} doesn’t accept “${more.join(' ')}”.`);
}

/** Prints a result: `value` with --json, otherwise `lines`, which end with a newline. */
export function print(input: CommandInput, value: unknown, lines: string): void {
  process.stdout.write(has(input, 'json') ? `${JSON.stringify(value, null, 2)}\n` : lines);
}

/** Prints a list like {@link print}. If it is empty, standard output stays empty, and people get a note. */
export function printList(input: CommandInput, items: readonly unknown[] | object, lines: string, none: string): void {
  print(input, items, lines);
  if (lines === '' && !has(input, 'json')) note(input, none);
}

/** Prints a line for people, unless --quiet. */
export function note(input: CommandInput, line: string): void {
  if (!has(input, 'quiet')) process.stderr.write(`${line}\n`);
}

/** A line with columns separated by tabs; line breaks and tabs in texts become spaces. */
export function row(...cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map((cell) => String(cell ?? '').replace(/[\t\r\n]+/g, ' ')).join('\t')}\n`;
}
