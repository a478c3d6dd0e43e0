import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';

/** Default port of the server, known to scripts. */
export const DEFAULT_PORT = 8471;

/** Parses a port number; 0 means any free port. @returns undefined if invalid */
export function parsePort(text: string): number | undefined {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : undefined;
}

/** Returns the port from `REELSCOPE_PORT`, or the default. @throws ReelscopeError `invalid_request` */
export function requestedPort(env: NodeJS.ProcessEnv = process.env): number {
  const named = env['REELSCOPE_PORT'];
  if (named === undefined || named === '') return DEFAULT_PORT;
  const port = parsePort(named);
  if (port === undefined) throw new ReelscopeError('invalid_request', sentence('port.invalid', { value: named }));
  return port;
}
