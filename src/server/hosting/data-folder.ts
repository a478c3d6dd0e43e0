import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the default data folder of this user; the same for the desktop application and the command line,
 * so that both use one library. Follows XDG Base Directory on Linux and the platform's convention elsewhere.
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
