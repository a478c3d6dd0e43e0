import type { Command } from './command.ts';

/** Output of `reelscope --help`. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [
    'Reelscope watches videos: files go in, time-coded findings come out. Everything stays on this machine.',
    '',
    'Usage: reelscope <command> [options]',
    '',
    ...commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    '',
    'reelscope <command> --help tells more; reelscope --version prints the version.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.',
  ].join('\n');
}

/** Output of `reelscope <command> --help`. */
export function commandHelp(command: Command): string {
  const options = command.help.length > 0 ? ['', ...command.help.map((line) => `  ${line}`)] : [];
  return [command.summary, '', `Usage: reelscope ${command.usage}`, ...options].join('\n');
}
