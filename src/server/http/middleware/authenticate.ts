import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../context/app-env.ts';
import { confine } from './confinement.ts';
import { requireScope } from './scope.ts';

/** Rejects unauthenticated requests and puts the caller into the context. */
export const authenticate = authenticateFor('access');

/** Like {@link authenticate}, for the renewal of a token, which may have expired. */
export const authenticateRenewal = authenticateFor('renewal');

function authenticateFor(use: 'access' | 'renewal'): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // `get`, not `var`, which would create an object of all variables on every request.
    const caller = await c.get('services').authenticator.authenticate(c.env.incoming.headers.authorization, use);
    const path = c.req.path.replace(/^\/api/, '');
    requireScope(caller.scope, c.req.method, path);
    c.set('caller', caller);
    confine(c, path);
    return c.get('services').authenticator.actAs(caller, next);
  };
}
