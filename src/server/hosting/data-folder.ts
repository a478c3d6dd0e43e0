import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/** Surroundings that decide on the place of the library; replaced in tests. */
export interface Surroundings {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  home: string;
  /** Whether a file exists. */
  exists(path: string): boolean;
}

const here = (): Surroundings => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
  exists: existsSync,
});

/** Name of the database, which makes a folder a library. */
export const DATABASE = 'reelscope.db';

/**
 * Returns the default data folder of this user; the same for the desktop application and the command line, so that both
 * use one library. Follows XDG Base Directory on Linux and the platform's convention elsewhere. A library in the folder
 * of earlier versions is used there until the desktop application has moved it.
 */
export function defaultDataFolder(place: Surroundings = here()): string {
  const { folder, former } = libraryPlaces(place);
  const { join } = place.platform === 'win32' ? win32 : posix;
  const isThere = (path: string | undefined) => path !== undefined && place.exists(join(path, DATABASE));
  return !isThere(folder) && isThere(former) ? former! : folder;
}

/**
 * Places of the library: on Windows the folder of this machine, not the one that is copied between machines (Roaming);
 * on macOS apart from the files of Chromium, which had the same folder.
 * @returns `former`: folder of earlier versions, if it was another one
 */
export function libraryPlaces({ platform, env, home }: Surroundings = here()): { folder: string; former?: string } {
  if (env['REELSCOPE_DATA_DIR']) return { folder: env['REELSCOPE_DATA_DIR'] };
  if (platform === 'darwin') {
    const former = posix.join(home, 'Library', 'Application Support', 'Reelscope');
    return { folder: posix.join(former, 'Library'), former };
  }
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local');
    const roaming = env['APPDATA'] || win32.join(home, 'AppData', 'Roaming');
    return { folder: win32.join(local, 'Reelscope'), former: win32.join(roaming, 'Reelscope') };
  }
  return { folder: posix.join(env['XDG_DATA_HOME'] || posix.join(home, '.local', 'share'), 'reelscope') };
}
