import type { MiddlewareHandler } from 'hono';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { AppEnv } from '../context/app-env.ts';

/**
 * For what concerns the whole installation: its models, from where they are downloaded, files of its disk. Users of an
 * external identity provider share the machine, but it is not theirs. Follows `authenticate`.
 */
export const localUser: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.get('services').profile.get(c.get('caller').userId).is_admin !== 1) {
    throw new ReelscopeError('forbidden', 'Only the local user can do this.');
  }
  await next();
};
