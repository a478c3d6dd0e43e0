import { createInterface } from 'node:readline/promises';
import { type CommandInput, has, UsageError } from './command.ts';

/** Asks at a terminal before something is deleted; elsewhere --yes answers. @throws UsageError without consent */
export async function confirmed(input: CommandInput, question: string): Promise<void> {
  if (has(input, 'yes')) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY || has(input, 'json'))
    throw new UsageError(`${question} Confirm with --yes.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal: input.signal });
    if (!/^y(?:es)?$/i.test(answer.trim())) throw new UsageError('Nothing was deleted.');
  } finally {
    terminal.close();
  }
}
