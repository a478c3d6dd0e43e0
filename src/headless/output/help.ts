import { COMMON_OPTIONS, EXIT, type NamedCommand, type Options } from '../command.ts';

/** Width of help on a terminal, in characters. */
const WIDTH = 100;

/** Environment variables that the command line reads. */
export const ENVIRONMENT: readonly (readonly [name: string, meaning: string])[] = [
  ['REELSCOPE_DATA_DIR', 'folder of the library, as --data-dir'],
  ['REELSCOPE_PORT', 'port of serve, as --port'],
  ['REELSCOPE_OFFLINE', '1 forbids every connection to other machines'],
  ['REELSCOPE_OLLAMA_URLS', 'Ollama servers instead of those in the settings, separated by commas'],
  ['NO_COLOR', 'respected: the output never has color'],
];

/** Exit codes of all commands. */
export const EXIT_CODES = [
  `${EXIT.done} success, ${EXIT.failed} failure, ${EXIT.usage} usage error, ${EXIT.inUse} another server uses the library`,
  `${EXIT.interrupted} interrupted`,
].join(', ');

/** Output of `reelscope --help`. */
export function overview(commands: readonly Pick<NamedCommand, 'name' | 'summary'>[]): string {
  return [
    'Reelscope analyzes videos and produces time-coded findings. Everything stays on this machine.',
    '',
    'Usage: reelscope <command> [options]',
    '',
    ...table(commands.map(({ name, summary }) => [name, summary] as const)),
    '',
    'Options of all commands:',
    ...optionLines(COMMON_OPTIONS),
    '',
    'Environment:',
    ...table(ENVIRONMENT),
    '',
    'Run reelscope <command> --help for details and examples, or reelscope --version for the version.',
    `Exit codes: ${EXIT_CODES}.`,
  ].join('\n');
}

/** Output of `reelscope <command> --help`. */
export function commandHelp({ summary, usage, options, notes, examples }: NamedCommand): string {
  return [
    summary,
    '',
    ...usage.map((line, index) => `${index === 0 ? 'Usage:' : '      '} reelscope ${line}`),
    '',
    ...optionLines({ ...options, ...COMMON_OPTIONS }),
    ...(notes ? ['', ...notes] : []),
    ...(examples.length > 0 ? ['', 'Examples:'] : []),
    ...examples.flatMap(([line, purpose]) => [`  # ${purpose}`, `  ${exampleLine(line)}`]),
  ].join('\n');
}

/** An example as it is typed; a pipeline names the program itself. */
export function exampleLine(line: string): string {
  return line.includes('| reelscope ') ? line : `reelscope ${line}`;
}

/** An option as it is written, such as `--limit N`. */
export function written(name: string, { value }: Options[string]): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function optionLines(options: Options): string[] {
  return table(Object.entries(options).map(([name, option]) => [written(name, option), option.help] as const));
}

/** Two columns; the second is wrapped at words. */
function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.flatMap(([first, second]) =>
    wrapped(second, WIDTH - width - 4).map((line, index) => `  ${(index === 0 ? first : '').padEnd(width)}  ${line}`),
  );
}

function wrapped(sentence: string, width: number): string[] {
  const lines = [''];
  for (const word of sentence.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
