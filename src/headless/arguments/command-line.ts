import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { toError } from '../../base/errors.ts';
import { errorCodeOf, ReelscopeError } from '../../contract/errors.ts';
import { isFolderInUse } from '../../server/hosting/folder-in-use.ts';
import {
  COMMON_OPTIONS,
  type CommandInput,
  EXIT,
  type ExitCode,
  type NamedCommand,
  type Options,
  refuseMore,
  UsageError,
} from '../command.ts';
import { COMMANDS, loadCommand } from '../commands/table.ts';
import { interruption } from '../interruption.ts';
import { fileError } from '../output/file-errors.ts';
import { commandHelp, overview } from '../output/help.ts';
import { flushed, guardOutput, isReaderGone, OutputError } from '../output/output.ts';
import { similarTo } from '../similar.ts';
import { VERSION } from '../version.ts';

/** Parses and runs a command line. */
async function main(argv: readonly string[], signal: AbortSignal): Promise<ExitCode> {
  const isJson = argv.includes('--json');
  const { name, rest } = await commandOf(argv);
  const entry = COMMANDS.find((candidate) => candidate.name === name);
  if (!entry) return showOther(name, rest, isJson);
  const command = await loadCommand(entry);
  const options = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (options.includes('--help') || options.includes('-h')) return showText('help', commandHelp(command), isJson);
  const parsed = parse(command, rest);
  const { creates } = command;
  const mayCreate = creates === true || (creates?.includes(parsed.positionals[0] ?? '') ?? false);
  return command.run({ ...parsed, mayCreate, signal });
}

/** Shows version or help. @throws UsageError */
async function showOther(name: string | undefined, rest: readonly string[], isJson: boolean): Promise<ExitCode> {
  const words = rest.filter((word) => word !== '--json' && word !== '--quiet');
  if (name === '--version' || name === '-V') {
    refuseMore(name, words);
    return showText('version', VERSION, isJson);
  }
  if (name !== undefined && name !== '--help' && name !== '-h' && name !== 'help') throw unknownCommand(name);
  refuseMore('help', words.slice(1));
  const topic = COMMANDS.find((command) => command.name === words[0]);
  if (words[0] !== undefined && !topic) throw unknownCommand(words[0]);
  showText('help', topic ? commandHelp(await loadCommand(topic)) : overview(COMMANDS), isJson);
  return name === undefined ? EXIT.usage : EXIT.done;
}

/** Splits a command line at its command; options may stand before it. */
async function commandOf(argv: readonly string[]): Promise<{ name: string | undefined; rest: string[] }> {
  let at = -1;
  for (const [index, word] of argv.entries()) {
    const entry = COMMANDS.find(({ name }) => name === word);
    if (!entry) continue;
    const { options } = await entry.load();
    if (areOptions(argv.slice(0, index), { ...options, ...COMMON_OPTIONS })) {
      at = index;
      break;
    }
  }
  // For the error or help: the first word that no command takes as an option.
  const index = at >= 0 ? at : argv.findIndex((_, i) => !areOptions(argv.slice(0, i + 1), COMMON_OPTIONS));
  return index < 0 ? { name: undefined, rest: [...argv] } : { name: argv[index], rest: argv.toSpliced(index, 1) };
}

/** Whether words are options with their values, and nothing else. */
function areOptions(words: readonly string[], options: Options): boolean {
  for (let i = 0; i < words.length; i++) {
    const [, name = '', value] = /^--([^=]+)(=.*)?$/s.exec(words[i]!) ?? [];
    if (!Object.hasOwn(options, name)) return false;
    if (options[name]!.type === 'string' && value === undefined && ++i >= words.length) return false;
  }
  return true;
}

function unknownCommand(name: string): UsageError {
  const names = COMMANDS.map((command) => command.name);
  if (name.startsWith('-')) return unknownOption(name, COMMON_OPTIONS, 'reelscope --help');
  const similar = similarTo(name, names);
  const advice = similar ? `Did you mean ${similar}?` : 'See reelscope --help.';
  return new UsageError(`Unknown command “${name}”. ${advice}`);
}

function unknownOption(given: string, options: Options, help: string): UsageError {
  const similar = similarTo(given.replace(/^-+/, ''), Object.keys(options));
  const advice = similar ? ` Did you mean --${similar}?` : '';
  return new UsageError(`Unknown option “${given}”.${advice} See ${help}.`);
}

function parse(command: NamedCommand, args: string[]) {
  const options: Options = { ...command.options, ...COMMON_OPTIONS };
  const help = `reelscope ${command.name} --help`;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    // It would be the present folder.
    if (values['data-dir'] === '') throw new Error('--data-dir requires a folder.');
    return { values: values as CommandInput['values'], positionals };
  } catch (thrown) {
    const error = toError(thrown);
    const [, unknown] = /^Unknown option '(-[^' ]*)'/.exec(error.message) ?? [];
    throw unknown === undefined
      ? new UsageError(`${error.message} See ${help}.`)
      : unknownOption(unknown, options, help);
  }
}

/** Prints a text of the program itself; with --json as a member of an object. */
function showText(name: 'help' | 'version', output: string, isJson: boolean): ExitCode {
  process.stdout.write(`${isJson ? JSON.stringify({ [name]: output }) : output}\n`);
  return EXIT.done;
}

function codeOf(error: Error): string {
  if (error instanceof UsageError) return 'usage';
  if (error instanceof OutputError) return 'output';
  return errorCodeOf(error);
}

/** Prints an error: a sentence with its code, or the error body of the API. */
function report(thrown: Error, isJson: boolean): ExitCode {
  const error = fileError(thrown, 'used');
  // As with `head`, which has read what it wants.
  if (isReaderGone(error)) return EXIT.done;
  const isUsage = error instanceof UsageError;
  const code = codeOf(error);
  if (isJson) process.stderr.write(`${JSON.stringify({ error: { code, message: error.message } })}\n`);
  else process.stderr.write(`reelscope: ${error.message}${error instanceof ReelscopeError ? ` (${code})` : ''}\n`);
  if (code === 'internal' && !(error instanceof ReelscopeError) && !isJson) process.stderr.write(`${error.stack}\n`);
  if (isUsage) return EXIT.usage;
  return isFolderInUse(error) ? EXIT.inUse : EXIT.failed;
}

/**
 * Runs a command line in this process, and prints its error if it fails.
 * @param signal aborted when the command is asked to end
 */
export async function execute(argv: readonly string[], signal: AbortSignal): Promise<ExitCode> {
  return main(argv, signal).catch((thrown) => report(toError(thrown), argv.includes('--json')));
}

/** Runs the command line of this process and sets its exit code. */
export async function runCommandLine(): Promise<void> {
  // npm runs scripts in the package's folder; relative paths refer to the folder the user is in.
  const { npm_lifecycle_event: script, INIT_CWD: userFolder } = process.env;
  if (script === 'reelscope' && userFolder && existsSync(userFolder)) process.chdir(userFolder);

  const argv = process.argv.slice(2);
  const fail = (error: Error) => report(error, argv.includes('--json'));
  guardOutput((error) => process.exit(fail(error)));
  process.exitCode = await execute(argv, interruption());
  // Idle sockets and workers must not keep a finished command alive; its output must be flushed before it exits.
  await flushed().catch((error) => {
    // An error that was reported already is the cause of this one.
    if (process.exitCode === EXIT.done) process.exitCode = fail(error);
  });
  process.exit();
}
