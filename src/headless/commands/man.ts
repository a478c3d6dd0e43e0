import { args, COMMON_OPTIONS, type Command, EXIT, type NamedCommand, type Options, print } from '../command.ts';
import { ENVIRONMENT, EXIT_CODES, exampleLine, written } from '../output/help.ts';
import { VERSION } from '../version.ts';

/** `reelscope man`: prints the manual page. @param all loads every command */
export function manCommand(all: () => Promise<readonly NamedCommand[]>): Command {
  return {
    usage: ['man'],
    options: {},
    examples: [
      ['man | man -l -', 'Read it.'],
      ['man > ~/.local/share/man/man1/reelscope.1', 'Install it.'],
    ],

    async run(input) {
      args(input, 0, 0, 'man accepts no arguments.');
      const page = manualPage(await all());
      print(input, { page }, page);
      return EXIT.done;
    },
  };
}

/** The manual page of all commands in the man macros of troff; see man(7). */
function manualPage(commands: readonly NamedCommand[]): string {
  return [
    `.TH REELSCOPE 1 "" "Reelscope ${VERSION}" "User Commands"`,
    '.SH NAME',
    'reelscope \\- analyze videos, and search, export, and share what is found',
    '.SH SYNOPSIS',
    '.B reelscope',
    '\\fIcommand\\fR [\\fIoptions\\fR]',
    '.SH DESCRIPTION',
    'Reelscope analyzes videos and produces time\\-coded findings. Everything stays on this machine.',
    'Commands use the server of the library if one is running, such as the desktop application; otherwise they open the library themselves.',
    '.SH OPTIONS OF ALL COMMANDS',
    ...optionLines(COMMON_OPTIONS),
    '.SH COMMANDS',
    ...commands.flatMap(({ name, summary, usage, options, notes, examples }) => [
      `.SS ${name}`,
      escaped(summary),
      ...usage.flatMap((line) => ['.PP', `.B reelscope ${escaped(line)}`]),
      ...optionLines(options),
      ...(notes ?? []).flatMap((sentence) => ['.PP', escaped(sentence)]),
      ...examples.flatMap(([line, purpose]) => ['.PP', escaped(purpose), '.br', `.B ${escaped(exampleLine(line))}`]),
    ]),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([name, meaning]) => ['.TP', `.B ${name}`, escaped(meaning)]),
    '.SH EXIT STATUS',
    escaped(`${EXIT_CODES}.`),
    '',
  ].join('\n');
}

function optionLines(options: Options): string[] {
  return Object.entries(options).flatMap(([name, option]) => [
    '.TP',
    `.B ${escaped(written(name, option))}`,
    escaped(option.help),
  ]);
}

/** Text as troff shows it: hyphens that can be copied, backslashes, and no control line. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');
}
