import { dictionary } from '../../base/dictionary.ts';
import { COMMON_OPTIONS, type Command, EXIT, type NamedCommand, type Options, print, UsageError } from '../command.ts';

/** Shells with a completion script. */
const SCRIPTS: Readonly<Record<string, (commands: readonly NamedCommand[]) => string>> = dictionary({
  bash,
  zsh,
  fish,
});

/**
 * `reelscope completion`: prints a script that completes commands, actions, and options. @param all loads every command
 */
export function completionCommand(all: () => Promise<readonly NamedCommand[]>): Command {
  return {
    usage: ['completion bash|zsh|fish'],
    actions: Object.keys(SCRIPTS),
    options: {},
    examples: [
      ['completion bash > ~/.local/share/bash-completion/completions/reelscope', 'Bash, once for all sessions.'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
      ['completion zsh > "${fpath[1]}/_reelscope"', 'Zsh.'],
      ['completion fish > ~/.config/fish/completions/reelscope.fish', 'Fish.'],
    ],

    async run(input) {
      const [shell, ...more] = input.positionals;
      const script = shell === undefined || more.length > 0 ? undefined : SCRIPTS[shell];
      if (!script) throw new UsageError(`completion requires a shell: ${Object.keys(SCRIPTS).join(', ')}.`);
      const output = script(await all());
      print(input, { shell, script: output }, output);
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

/** Completes from COMP_WORDS; files where nothing else applies. */
function bash(commands: readonly NamedCommand[]): string {
  const cases = commands.map(
    (command) => `    ${command.name})
      words="${[...(command.actions ?? []), flags(command)].join(' ')}"
      case "$previous" in
${valueCases(command)}      esac ;;
`,
  );
  const names = commands.map(({ name }) => name);
  return `# Completion of reelscope for Bash, created by \`reelscope completion bash\`.
_reelscope() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" words="" command="" word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in ${names.join('|')}) command="$word"; break ;; esac
  done
  case "$command" in
    "")
      words="${names.join(' ')} --help --version ${Object.keys(COMMON_OPTIONS)
        .map((name) => `--${name}`)
        .join(' ')}" ;;
${cases.join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _reelscope reelscope
`;
}

/** Text in single quotes of a shell. */
function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Kinds of values that are files, by their placeholder. */
const ZSH_FILES: Readonly<Record<string, string>> = dictionary({
  FILE: '_files',
  DIR: '_files -/',
  FOLDER: '_files -/',
});

/** An option as `_arguments` of Zsh takes it. */
function zshOption([name, { value, choices, help }]: [string, Options[string]]): string {
  const explanation = help.replace(/[[\]\\]/g, '\\$&');
  if (value === undefined) return singleQuoted(`--${name}[${explanation}]`);
  const words = choices?.join(' ');
  const action =
    words === undefined ? (ZSH_FILES[value] ?? ' ') : value === 'LIST' ? `_sequence compadd - ${words}` : `(${words})`;
  return singleQuoted(`--${name}=[${explanation}]:${value.replaceAll(':', '\\:')}:${action}`);
}

/** Zsh reads the file as the body of the function at the first completion, hence the call at its end. */
function zsh(commands: readonly NamedCommand[]): string {
  const list = (words: readonly string[]) => words.map((word) => `    ${word}\n`).join('');
  const described = commands.map(({ name, summary }) => singleQuoted(`${name}:${summary.replaceAll(':', '\\:')}`));
  const cases = commands.map((command) => {
    const actions = command.actions ? [singleQuoted(`1:action:(${command.actions.join(' ')})`)] : [];
    const specs = [...Object.entries(optionsOf(command)).map(zshOption), ...actions, singleQuoted('*:file:_files')];
    return `  ${command.name})\n    _arguments -S \\\n${specs.map((spec) => `      ${spec}`).join(' \\\n')} ;;\n`;
  });
  return `#compdef reelscope
# Completion of reelscope for Zsh, created by \`reelscope completion zsh\`.
_reelscope() {
  local -a commands
  local -i at
  commands=(
${list(described)}  )
  for (( at = 2; at < CURRENT; at++ )); do
    (( \${commands[(I)\${words[at]}:*]} )) && break
  done
  if (( at >= CURRENT )); then
    if [[ \${words[CURRENT]} == -* ]]; then
      _arguments -S ${[...Object.entries(COMMON_OPTIONS).map(zshOption), singleQuoted('--help[show the commands]'), singleQuoted('--version[show the version]')].join(' ')}
    else
      _describe command commands
    fi
    return
  fi
  words=("\${(@)words[at,-1]}")
  (( CURRENT -= at - 1 ))
  case \${words[1]} in
${cases.join('')}  esac
}
if [[ \${funcstack[1]} == _reelscope ]]; then
  _reelscope "$@"
else
  compdef _reelscope reelscope
fi
`;
}

function fish(commands: readonly NamedCommand[]): string {
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
