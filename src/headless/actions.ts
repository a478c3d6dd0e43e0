import { type CommandInput, UsageError } from './command.ts';

/**
 * Returns the action that the first argument names, and the other arguments.
 * @param fallback action without an argument
 * @throws UsageError for an unknown one
 */
export function actionOf<Action>(
  command: string,
  actions: Readonly<Record<string, Action>>,
  { positionals }: CommandInput,
  fallback?: string,
): { action: Action; args: string[] } {
  const [name = fallback ?? '', ...args] = positionals;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) {
    const names = Object.keys(actions);
    throw new UsageError(`${command} requires an action: ${names.slice(0, -1).join(', ')}, or ${names.at(-1)}.`);
  }
  return { action, args };
}
