import type { Context } from 'hono';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { AppEnv } from '../context/app-env.ts';

/**
 * Requires that a caller may name a file of this machine by its path: a user, a key with administration, or an agent in
 * a folder that the user allowed.
 * @returns the path to use, for an agent without links
 * @throws ReelscopeError `forbidden`
 */
export async function permittedPath<Path extends string | undefined>(c: Context<AppEnv>, path: Path): Promise<Path> {
  const { scope } = c.get('caller');
  if (path === undefined || scope === undefined || scope === 'admin') return path;
  const real = await c.get('services').agentSettings.importable(path);
  if (real === undefined) throw new ReelscopeError('forbidden', sentence('auth.scope-path'));
  return real as Path;
}
