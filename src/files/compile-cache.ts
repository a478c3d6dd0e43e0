import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Enables V8's compile cache, which makes the next start of a process a fifth faster. Call it before the code is
 * loaded. If the cache can't be written, Node continues without it.
 *
 * On Linux, Node's own choice is in the folder for temporary files, where another account could leave code for this
 * one; elsewhere, that folder is the account's.
 */
export function cacheCompiledCode(): void {
  const { NODE_COMPILE_CACHE, XDG_CACHE_HOME, HOME } = process.env;
  if (process.platform !== 'linux' || NODE_COMPILE_CACHE) return void enableCompileCache();
  const folder = XDG_CACHE_HOME || (HOME && join(HOME, '.cache'));
  if (folder) enableCompileCache(join(folder, 'reelscope'));
}
