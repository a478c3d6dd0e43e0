import type { MiddlewareHandler } from 'hono';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../contract/sentence.ts';
import type { AppEnv } from '../context/app-env.ts';

/**
 * Restricts a route to the local user, for operations on the whole installation: models, download source, local
 * files. Users of an external identity provider have no access. Requires `authenticate`.
 */
export const localUser: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.get('services').profile.get(c.get('caller').userId).is_admin !== 1) {
    throw new ReelscopeError('forbidden', sentence('request.local-user'));
  }
  await next();
};
