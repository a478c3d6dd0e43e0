import type { Context } from 'hono';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { AppEnv } from '../context/app-env.ts';

/**
 * Requires that a caller may name a file of this machine by its path: a user, a key with administration, or an agent in
 * a folder that the user allowed.
 * @throws ReelscopeError `forbidden`
 */
export async function requirePathRights(c: Context<AppEnv>, path: string | undefined): Promise<void> {
  const { scope } = c.get('caller');
  if (path === undefined || scope === undefined || scope === 'admin') return;
  if (!(await c.get('services').agentSettings.mayImport(path)))
    throw new ReelscopeError('forbidden', sentence('auth.scope-path'));
}
