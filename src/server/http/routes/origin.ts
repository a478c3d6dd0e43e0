import type { Context } from 'hono';
import type { AppEnv } from '../context/app-env.ts';

/** Scheme, host and port under which the client reached the server; the Host was checked before. */
export function originOf(c: Context<AppEnv>): string {
  return `http://${c.env.incoming.headers.host}`;
}
