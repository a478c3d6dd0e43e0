import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { toError } from '../base/errors.ts';
import { ReelscopeError } from '../contract/errors.ts';
import { type Command, EXIT, type ExitCode, UsageError } from './command.ts';
import { analyzeCommand } from './commands/analyze.ts';
import { backupCommand } from './commands/backup.ts';
import { doctorCommand } from './commands/doctor.ts';
import { keysCommand } from './commands/keys.ts';
import { modelsCommand } from './commands/models.ts';
import { momentsCommand } from './commands/moments.ts';
import { relinkCommand } from './commands/relink.ts';
import { repairCommand } from './commands/repair.ts';
import { restoreCommand } from './commands/restore.ts';
import { searchCommand } from './commands/search.ts';
import { serveCommand } from './commands/serve.ts';
import { storiesCommand } from './commands/stories.ts';
import { verifyCommand } from './commands/verify.ts';
import { commandHelp, overview } from './help.ts';
import { VERSION } from './version.ts';

const COMMANDS: readonly Command[] = [
  serveCommand,
  analyzeCommand,
  searchCommand,
  momentsCommand,
  storiesCommand,
  keysCommand,
  modelsCommand,
  backupCommand,
  restoreCommand,
  repairCommand,
  relinkCommand,
  verifyCommand,
  doctorCommand,
];

/** Parses and runs a command line; the first word selects the command. */
async function main(argv: readonly string[]): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === '--version' || name === '-V') return print(VERSION);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const topic = COMMANDS.find((command) => command.name === rest[0]);
    print(topic ? commandHelp(topic) : overview(COMMANDS));
    return name === undefined ? EXIT.usage : EXIT.done;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) throw new UsageError(`Unknown command “${name}”. See reelscope --help.`);
  if (rest.includes('--help') || rest.includes('-h')) return print(commandHelp(command));
  return command.run({ ...parse(command, rest), signal: interruption() });
}

function parse(command: Command, args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: command.options, allowPositionals: true });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new UsageError(toError(error).message);
  }
}

function print(text: string): ExitCode {
  process.stdout.write(`${text}\n`);
  return EXIT.done;
}

/** The first signal requests an orderly shutdown, the second one exits immediately. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(EXIT.interrupted);
      controller.abort();
    });
  }
  return controller.signal;
}

function report(error: Error): ExitCode {
  if (error instanceof UsageError) {
    process.stderr.write(`reelscope: ${error.message}\n`);
    return EXIT.usage;
  }
  const code = error instanceof ReelscopeError ? ` (${error.code})` : '';
  process.stderr.write(`reelscope: ${error.message}${code}\n`);
  if (!(error instanceof ReelscopeError)) process.stderr.write(`${error.stack}\n`);
  return EXIT.failed;
}

/** Runs the command line of this process and sets its exit code. */
export async function runCommandLine(): Promise<void> {
  // npm runs scripts in the package's folder; relative paths refer to the folder the user is in.
  const { npm_lifecycle_event: script, INIT_CWD: userFolder } = process.env;
  if (script === 'reelscope' && userFolder && existsSync(userFolder)) process.chdir(userFolder);

  // A reader such as `head` closes the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.failed),
  );

  process.exitCode = await main(process.argv.slice(2)).catch((thrown) => report(toError(thrown)));
  // Idle sockets and workers must not keep a finished command alive; its output must be flushed before it exits.
  process.stdout.write('', () => process.exit());
}
