import { type CommandInput, UsageError } from '../command.ts';
import { similarTo } from '../similar.ts';

/** Earlier names of the action that deletes, each of which some command had. */
const DELETE_ALIASES: readonly string[] = ['remove', 'rm', 'revoke'];

/**
 * Returns the action that the first argument names, and the other arguments. Without an argument, it lists.
 * @throws UsageError for an unknown action
 */
export function actionOf<Action>(
  command: string,
  actions: Readonly<Record<string, Action>>,
  { positionals }: CommandInput,
): { action: Action; args: string[] } {
  const [given = 'list', ...args] = positionals;
  const name = DELETE_ALIASES.includes(given) ? 'delete' : given;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action !== undefined) return { action, args };
  const names = Object.keys(actions);
  const similar = positionals.length > 0 ? similarTo(given, names) : undefined;
  if (similar) throw new UsageError(`${command} has no action “${given}”. Did you mean ${similar}?`);
  throw new UsageError(`${command} requires an action: ${names.slice(0, -1).join(', ')}, or ${names.at(-1)}.`);
}
