import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { timestampIn } from '../../base/time.ts';
import type { SharedReport } from '../../contract/sharing/shared-reports.ts';
import { requestedPort } from '../../server/hosting/port.ts';
import { type CommandInput, has, note, type Options, print, text, UsageError } from '../command.ts';
import type { Connection } from '../connection/connect.ts';
import { fileError } from './file-errors.ts';

/** Options of commands that create share links. @param action of the command that takes them, for its help */
export const linkOptions = (action: string) =>
  ({
    days: { type: 'string', value: 'N', help: `${action}: days until the link expires (default: never)` },
    'password-file': {
      type: 'string',
      value: 'FILE',
      help: `${action}: file with the password of the link; - for standard input`,
    },
    comments: { type: 'boolean', help: `${action}: let viewers comment on times` },
  }) as const satisfies Options;

/** Members of a request for a link that follow from {@link linkOptions}. @throws UsageError */
export async function linkBody(
  input: CommandInput,
): Promise<{ expires_at?: string; password?: string; allow_comments: boolean }> {
  const days = Number(text(input, 'days') ?? Number.NaN);
  if (text(input, 'days') !== undefined && !(days > 0)) throw new UsageError('--days must be a positive number.');
  const file = text(input, 'password-file');
  const password = file === undefined ? undefined : (await readSecret(file)).trim();
  return {
    ...(days > 0 && { expires_at: `${timestampIn(days)}Z` }),
    ...(password !== undefined && { password }),
    allow_comments: has(input, 'comments'),
  };
}

/** A link as commands print it. */
export interface PlacedLink extends SharedReport {
  /** Address on this machine: of the running server, or of the one that `serve` starts. */
  url: string;
  /** Whether a server runs that opens it. */
  is_served: boolean;
}

/** Adds the address of a link on this machine. */
export function placed({ api, own }: Connection, link: SharedReport): PlacedLink {
  // The server of this command ends with it, and with it the address.
  const origin = own ? `http://127.0.0.1:${requestedPort()}` : api.apiUrl.replace(/\/api$/, '');
  return { ...link, url: `${origin}/s/${link.share_hash}`, is_served: !own };
}

/** Prints a new link, and what opens it unless a server runs. */
export function printLink(input: CommandInput, link: PlacedLink): void {
  print(input, link, `${link.url}\n`);
  if (!link.is_served)
    note(input, 'No server is running. The link opens while the application or reelscope serve runs.');
}

/** A password in a file or on standard input: on the command line, other users of the machine could see it. */
function readSecret(file: string): Promise<string> {
  if (file === '-') return textOf(process.stdin);
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw fileError(error, 'read', file);
  });
}
