import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../context/app-env.ts';

/** Lets only known callers through and tells the handler who it is. */
export const authenticate: MiddlewareHandler<AppEnv> = async (c, next) => {
  // `get`, not `var`: the latter builds an object of all variables, on every request.
  c.set('caller', await c.get('services').authenticator.authenticate(c.env.incoming.headers.authorization));
  await next();
};
