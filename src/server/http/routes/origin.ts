import type { Context } from 'hono';
import type { AppEnv } from '../context/app-env.ts';

/** Origin under which the client reached the server; the Host has been checked. */
export function originOf(c: Context<AppEnv>): string {
  return `http://${c.env.incoming.headers.host}`;
}
