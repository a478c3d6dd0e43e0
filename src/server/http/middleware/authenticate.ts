import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../context/app-env.ts';

/** Rejects unauthenticated requests and puts the caller into the context. */
export const authenticate: MiddlewareHandler<AppEnv> = async (c, next) => {
  // `get`, not `var`, which would create an object of all variables on every request.
  c.set('caller', await c.get('services').authenticator.authenticate(c.env.incoming.headers.authorization));
  await next();
};
