import type { MiddlewareHandler } from 'hono';
import type { KeyScope } from '../../../contract/account/keys.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { AppEnv } from '../context/app-env.ts';
import { confine } from './confinement.ts';
import type { RouteAccess } from './route-access.ts';

/** Rejects requests that a route doesn't grant, and puts the caller into the context. */
export function authenticate(access: RouteAccess): MiddlewareHandler<AppEnv> {
  const use = access.expiredToken ? 'renewal' : 'access';
  return async (c, next) => {
    // `get`, not `var`, which would create an object of all variables on every request.
    const services = c.get('services');
    const caller = await services.authenticator.authenticate(c.env.incoming.headers.authorization, use);
    requireScope(caller.scope, access.scope, c.req.method);
    c.set('caller', caller);
    confine(c, access.confinedTo);
    if (access.localUser && services.profile.get(caller.userId).is_admin !== 1)
      throw new ReelscopeError('forbidden', sentence('request.local-user'));
    return services.authenticator.actAs(caller, next);
  };
}

/**
 * @param scope of the caller's API key; undefined for a user who signed in, who may do everything
 * @throws ReelscopeError `forbidden`
 */
function requireScope(scope: KeyScope | undefined, required: KeyScope, method: string): void {
  if (scope === undefined || scope === 'admin' || scope === required || required === 'read') return;
  const isReading = method === 'GET' || method === 'HEAD';
  throw new ReelscopeError(
    'forbidden',
    sentence(scope === 'read' && !isReading ? 'auth.scope-read' : 'auth.scope-admin'),
  );
}
