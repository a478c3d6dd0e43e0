import type { Command } from './command.ts';

/** Output of `reelscope --help`. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [
    'Reelscope analyzes videos and produces time-coded findings. Everything stays on this machine.',
    '',
    'Usage: reelscope <command> [options]',
    '',
    ...commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    '',
    'Run reelscope <command> --help for details, or reelscope --version for the version.',
    'Exit codes: 0 success, 1 failure, 2 usage error, 130 interrupted.',
  ].join('\n');
}

/** Output of `reelscope <command> --help`. */
export function commandHelp(command: Command): string {
  const options = command.help.length > 0 ? ['', ...command.help.map((line) => `  ${line}`)] : [];
  return [command.summary, '', `Usage: reelscope ${command.usage}`, ...options].join('\n');
}
