import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { toError } from '../../base/errors.ts';
import { errorCodeOf, ReelscopeError } from '../../contract/errors.ts';
import { isFolderInUse } from '../../server/hosting/folder-in-use.ts';
import {
  COMMON_OPTIONS,
  type Command,
  type CommandInput,
  EXIT,
  type ExitCode,
  type Options,
  refuseMore,
  UsageError,
} from '../command.ts';
import { analyzeCommand } from '../commands/analyze.ts';
import { bonusCommand } from '../commands/bonus.ts';
import { completionCommand } from '../commands/completion.ts';
import { doctorCommand } from '../commands/doctor.ts';
import { eventsCommand } from '../commands/events.ts';
import { askCommand } from '../commands/findings/ask.ts';
import { clipsCommand } from '../commands/findings/clips.ts';
import { exportCommand } from '../commands/findings/export.ts';
import { momentsCommand } from '../commands/findings/moments.ts';
import { resultsCommand } from '../commands/findings/results.ts';
import { savedSearchesCommand } from '../commands/findings/saved-searches.ts';
import { searchCommand } from '../commands/findings/search.ts';
import { showCommand } from '../commands/findings/show.ts';
import { storiesCommand } from '../commands/findings/stories.ts';
import { cancelCommand, deleteCommand, reprocessCommand, startCommand } from '../commands/jobs.ts';
import { keysCommand } from '../commands/keys.ts';
import { backupCommand } from '../commands/library/backup.ts';
import { bundlesCommand } from '../commands/library/bundles.ts';
import { listCommand } from '../commands/library/list.ts';
import { projectsCommand } from '../commands/library/projects.ts';
import { relinkCommand } from '../commands/library/relink.ts';
import { repairCommand } from '../commands/library/repair.ts';
import { restoreCommand } from '../commands/library/restore.ts';
import { trashCommand } from '../commands/library/trash.ts';
import { watchFoldersCommand } from '../commands/library/watch-folders.ts';
import { manCommand } from '../commands/man.ts';
import { mcpCommand } from '../commands/mcp.ts';
import { modelsCommand } from '../commands/models.ts';
import { queueCommand } from '../commands/queue.ts';
import { serveCommand } from '../commands/serve.ts';
import { shareCommand } from '../commands/share.ts';
import { usageCommand } from '../commands/usage.ts';
import { verifyCommand } from '../commands/verify.ts';
import { webhooksCommand } from '../commands/webhooks.ts';
import { interruption } from '../interruption.ts';
import { fileError } from '../output/file-errors.ts';
import { commandHelp, overview } from '../output/help.ts';
import { flushed, guardOutput, isReaderGone, OutputError } from '../output/output.ts';
import { similarTo } from '../similar.ts';
import { VERSION } from '../version.ts';

const COMMANDS: readonly Command[] = [
  serveCommand,
  analyzeCommand,
  listCommand,
  showCommand,
  resultsCommand,
  searchCommand,
  savedSearchesCommand,
  askCommand,
  exportCommand,
  clipsCommand,
  shareCommand,
  startCommand,
  cancelCommand,
  reprocessCommand,
  deleteCommand,
  queueCommand,
  trashCommand,
  projectsCommand,
  momentsCommand,
  storiesCommand,
  eventsCommand,
  mcpCommand,
  keysCommand,
  webhooksCommand,
  modelsCommand,
  usageCommand,
  watchFoldersCommand,
  bonusCommand,
  backupCommand,
  restoreCommand,
  repairCommand,
  relinkCommand,
  bundlesCommand,
  verifyCommand,
  doctorCommand,
  completionCommand(() => COMMANDS),
  manCommand(() => COMMANDS),
];

/** Parses and runs a command line. */
async function main(argv: readonly string[], signal: AbortSignal): Promise<ExitCode> {
  const isJson = argv.includes('--json');
  const { name, rest } = commandOf(argv);
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) return showOther(name, rest, isJson);
  const options = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (options.includes('--help') || options.includes('-h')) return showText('help', commandHelp(command), isJson);
  const parsed = parse(command, rest);
  const { creates } = command;
  const mayCreate = creates === true || (creates?.includes(parsed.positionals[0] ?? '') ?? false);
  return command.run({ ...parsed, mayCreate, signal });
}

/** Shows version or help. @throws UsageError */
function showOther(name: string | undefined, rest: readonly string[], isJson: boolean): ExitCode {
  const words = rest.filter((word) => word !== '--json' && word !== '--quiet');
  if (name === '--version' || name === '-V') {
    refuseMore(name, words);
    return showText('version', VERSION, isJson);
  }
  if (name !== undefined && name !== '--help' && name !== '-h' && name !== 'help') throw unknownCommand(name);
  refuseMore('help', words.slice(1));
  const topic = COMMANDS.find((command) => command.name === words[0]);
  if (words[0] !== undefined && !topic) throw unknownCommand(words[0]);
  showText('help', topic ? commandHelp(topic) : overview(COMMANDS), isJson);
  return name === undefined ? EXIT.usage : EXIT.done;
}

/** Splits a command line at its command; options may stand before it. */
function commandOf(argv: readonly string[]): { name: string | undefined; rest: string[] } {
  const at = argv.findIndex((word, index) => {
    const command = COMMANDS.find(({ name }) => name === word);
    return command && areOptions(argv.slice(0, index), { ...command.options, ...COMMON_OPTIONS });
  });
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

function parse(command: Command, args: string[]) {
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
