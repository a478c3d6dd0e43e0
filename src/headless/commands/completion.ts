import { COMMON_OPTIONS, type Command, EXIT, type Options, UsageError } from '../command.ts';

/** Shells with a completion script. */
const SCRIPTS: Readonly<Record<string, (commands: readonly Command[]) => string>> = { bash, zsh, fish };

/** `reelscope completion`: prints a script that completes commands, actions, and options. @param all every other command */
export function completionCommand(all: () => readonly Command[]): Command {
  return {
    name: 'completion',
    summary: 'Print a completion script for a shell.',
    usage: ['completion bash|zsh|fish'],
    actions: Object.keys(SCRIPTS),
    options: {},
    examples: [
      ['completion bash > ~/.local/share/bash-completion/completions/reelscope', 'Bash, once for all sessions.'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
      ['completion zsh > "${fpath[1]}/_reelscope"', 'Zsh.'],
      ['completion fish > ~/.config/fish/completions/reelscope.fish', 'Fish.'],
    ],

    async run({ positionals: [shell, ...more] }) {
      const script = shell === undefined || more.length > 0 ? undefined : SCRIPTS[shell];
      if (!script) throw new UsageError(`completion requires a shell: ${Object.keys(SCRIPTS).join(', ')}.`);
      process.stdout.write(script(all()));
      return EXIT.done;
    },
  };
}

function optionsOf(command: Command): Options {
  return { ...command.options, ...COMMON_OPTIONS };
}

function flags(command: Command): string {
  return Object.keys(optionsOf(command))
    .map((name) => `--${name}`)
    .join(' ');
}

/** Options with fixed values, as shell cases: `--modules) words="scenes ocr"`. */
function valueCases(command: Command): string {
  return Object.entries(optionsOf(command))
    .map(([name, { choices, value }]) => {
      if (choices) return `        --${name}) words="${choices.join(' ')}" ;;\n`;
      return value === undefined ? '' : `        --${name}) return ;;\n`;
    })
    .join('');
}

/** Completes from COMP_WORDS, as both Bash and, by its emulation, Zsh run it; files where nothing else applies. */
function bash(commands: readonly Command[]): string {
  const cases = commands.map(
    (command) => `    ${command.name})
      words="${[...(command.actions ?? []), flags(command)].join(' ')}"
      case "$previous" in
${valueCases(command)}      esac ;;
`,
  );
  return `# Completion of reelscope for Bash, created by \`reelscope completion bash\`.
_reelscope() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _reelscope reelscope
`;
}

function zsh(commands: readonly Command[]): string {
  return `#compdef reelscope
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`;
}

function fish(commands: readonly Command[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap((command) => [
    `complete -c reelscope -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.summary)}`,
    ...(command.actions ?? []).map(
      (action) => `complete -c reelscope -n '__fish_seen_subcommand_from ${command.name}' -a ${action}`,
    ),
    ...Object.entries(optionsOf(command)).map(([name, { value, choices, help }]) => {
      const argument = choices ? ` -x -a ${quoted(choices.join(' '))}` : value === undefined ? '' : ' -r';
      return `complete -c reelscope -n '__fish_seen_subcommand_from ${command.name}' -l ${name}${argument} -d ${quoted(help)}`;
    }),
  ]);
  return `# Completion of reelscope for fish, created by \`reelscope completion fish\`.\n${lines.join('\n')}\n`;
}
