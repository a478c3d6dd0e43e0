import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where everything of this user is kept unless told otherwise; the same for the desktop window and the command line,
 * so that both see one library. XDG Base Directory on Linux, the platform's own place elsewhere.
 */
export function defaultDataFolder(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): string {
  if (env['REELSCOPE_DATA_DIR']) return env['REELSCOPE_DATA_DIR'];
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Reelscope');
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Reelscope');
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'reelscope');
}
