import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { timestampIn } from '../base/time.ts';
import type { SharedReport } from '../contract/shared-reports.ts';
import type { ApiClient } from '../server/client/api-client.ts';
import { type CommandInput, type Options, text, UsageError } from './command.ts';

/** Options of commands that create share links. */
export const LINK_OPTIONS = {
  days: { type: 'string', value: 'N', help: 'share: days until the link expires (default: never)' },
  'password-file': {
    ...{ type: 'string', value: 'FILE' },
    help: 'share: file with the password of the link; - for standard input',
  },
} as const satisfies Options;

/** Members of a request for a link that follow from {@link LINK_OPTIONS}. @throws UsageError */
export async function linkBody(input: CommandInput): Promise<{ expires_at?: string; password?: string }> {
  const days = Number(text(input, 'days') ?? Number.NaN);
  if (text(input, 'days') !== undefined && !(days > 0)) throw new UsageError('--days must be a positive number.');
  const file = text(input, 'password-file');
  const password = file === undefined ? undefined : (await readSecret(file)).trim();
  return {
    ...(days > 0 && { expires_at: `${timestampIn(days)}Z` }),
    ...(password !== undefined && { password }),
  };
}

/** The address of a link on this machine. */
export function linkOf(api: ApiClient, { share_hash }: SharedReport): string {
  return `${api.apiUrl.replace(/\/api$/, '')}/s/${share_hash}`;
}

/** A password in a file or on standard input: on the command line, other users of the machine could see it. */
function readSecret(file: string): Promise<string> {
  return file === '-' ? textOf(process.stdin) : readFile(file, 'utf8');
}
