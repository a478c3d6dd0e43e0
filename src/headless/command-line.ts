import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { toError } from '../base/errors.ts';
import { errorCodeOf, ReelscopeError } from '../contract/errors.ts';
import { isFolderInUse } from '../server/hosting/folder-in-use.ts';
import {
  COMMON_OPTIONS,
  type Command,
  type CommandInput,
  EXIT,
  type ExitCode,
  refuseMore,
  UsageError,
} from './command.ts';
import { analyzeCommand } from './commands/analyze.ts';
import { askCommand } from './commands/ask.ts';
import { backupCommand } from './commands/backup.ts';
import { bonusCommand } from './commands/bonus.ts';
import { bundlesCommand } from './commands/bundles.ts';
import { clipsCommand } from './commands/clips.ts';
import { completionCommand } from './commands/completion.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eventsCommand } from './commands/events.ts';
import { exportCommand } from './commands/export.ts';
import { cancelCommand, deleteCommand, reprocessCommand, startCommand } from './commands/jobs.ts';
import { keysCommand } from './commands/keys.ts';
import { listCommand } from './commands/list.ts';
import { manCommand } from './commands/man.ts';
import { mcpCommand } from './commands/mcp.ts';
import { modelsCommand } from './commands/models.ts';
import { momentsCommand } from './commands/moments.ts';
import { projectsCommand } from './commands/projects.ts';
import { queueCommand } from './commands/queue.ts';
import { relinkCommand } from './commands/relink.ts';
import { repairCommand } from './commands/repair.ts';
import { restoreCommand } from './commands/restore.ts';
import { resultsCommand } from './commands/results.ts';
import { savedSearchesCommand } from './commands/saved-searches.ts';
import { searchCommand } from './commands/search.ts';
import { serveCommand } from './commands/serve.ts';
import { shareCommand } from './commands/share.ts';
import { showCommand } from './commands/show.ts';
import { storiesCommand } from './commands/stories.ts';
import { trashCommand } from './commands/trash.ts';
import { usageCommand } from './commands/usage.ts';
import { verifyCommand } from './commands/verify.ts';
import { watchFoldersCommand } from './commands/watch-folders.ts';
import { webhooksCommand } from './commands/webhooks.ts';
import { commandHelp, overview } from './help.ts';
import { interruption } from './interruption.ts';
import { flushed, guardOutput, isReaderGone, OutputError } from './output.ts';
import { isSimilar } from './similar.ts';
import { VERSION } from './version.ts';

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

/** Parses and runs a command line; the first word selects the command. */
async function main(argv: readonly string[], signal: AbortSignal): Promise<ExitCode> {
  const { name, rest } = commandOf(argv);
  if (name === '--version' || name === '-V') {
    refuseMore(name, rest);
    return show(VERSION);
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    refuseMore('help', rest.slice(1));
    const topic = COMMANDS.find((command) => command.name === rest[0]);
    if (rest[0] !== undefined && !topic) throw unknownCommand(rest[0]);
    show(topic ? commandHelp(topic) : overview(COMMANDS));
    return name === undefined ? EXIT.usage : EXIT.done;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) throw unknownCommand(name);
  const options = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (options.includes('--help') || options.includes('-h')) return show(commandHelp(command));
  return command.run({ ...parse(command, rest), isReader: command.isReader, signal });
}

/** Splits a command line at its command; options of all commands may stand before it. */
function commandOf(argv: readonly string[]): { name: string | undefined; rest: string[] } {
  let at = 0;
  while (argv[at] === '--json' || argv[at] === '--quiet' || /^--data-dir(?:=|$)/.test(argv[at] ?? ''))
    at += argv[at] === '--data-dir' ? 2 : 1;
  return { name: argv[at], rest: [...argv.slice(0, at), ...argv.slice(at + 1)] };
}

function unknownCommand(name: string): UsageError {
  const similar = COMMANDS.map((command) => command.name).find((known) => isSimilar(name.toLowerCase(), known));
  const advice = similar ? `Did you mean ${similar}?` : 'See reelscope --help.';
  return new UsageError(`Unknown command “${name}”. ${advice}`);
}

function parse(command: Command, args: string[]) {
  try {
    const options = { ...command.options, ...COMMON_OPTIONS };
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    // It would be the present folder.
    if (values['data-dir'] === '') throw new Error('--data-dir requires a folder.');
    return { values: values as CommandInput['values'], positionals };
  } catch (error) {
    throw new UsageError(`${toError(error).message} See reelscope ${command.name} --help.`);
  }
}

function show(output: string): ExitCode {
  process.stdout.write(`${output}\n`);
  return EXIT.done;
}

function codeOf(error: Error): string {
  if (error instanceof UsageError) return 'usage';
  if (error instanceof OutputError) return 'output';
  return errorCodeOf(error);
}

/** Prints an error: a sentence with its code, or the error body of the API. */
function report(error: Error, isJson: boolean): ExitCode {
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
