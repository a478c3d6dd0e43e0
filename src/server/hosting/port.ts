import { ReelscopeError } from '../../contract/errors.ts';

/** Where scripts look for the server. */
export const DEFAULT_PORT = 8471;

/** A port as a person writes it; 0 is any free one. @returns undefined for anything else */
export function parsePort(text: string): number | undefined {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : undefined;
}

/** The port that `REELSCOPE_PORT` names, else the one that scripts know. @throws ReelscopeError `invalid_request` */
export function wantedPort(env: NodeJS.ProcessEnv = process.env): number {
  const named = env['REELSCOPE_PORT'];
  if (named === undefined || named === '') return DEFAULT_PORT;
  const port = parsePort(named);
  if (port === undefined)
    throw new ReelscopeError('invalid_request', `REELSCOPE_PORT must be a number from 0 to 65535, not “${named}”.`);
  return port;
}
