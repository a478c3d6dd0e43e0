import { expect, it } from 'vitest';
import { defaultDataFolder, libraryPlaces, type Surroundings } from '../../../src/server/hosting/data-folder.ts';

const windows = (...files: string[]): Surroundings => ({
  platform: 'win32',
  home: 'C:\\Users\\Jörg',
  env: { APPDATA: 'C:\\Users\\Jörg\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\Jörg\\AppData\\Local' },
  exists: (path) => files.includes(path),
});
const mac = (...files: string[]): Surroundings => ({
  platform: 'darwin',
  home: '/Users/jörg',
  env: {},
  exists: (path) => files.includes(path),
});

const LOCAL = 'C:\\Users\\Jörg\\AppData\\Local\\Reelscope';
const ROAMING = 'C:\\Users\\Jörg\\AppData\\Roaming\\Reelscope';

it('is a folder of this machine on Windows, and its own on macOS', () => {
  expect(defaultDataFolder(windows())).toBe(LOCAL);
  expect(defaultDataFolder({ ...windows(), env: {} })).toBe(LOCAL);
  expect(defaultDataFolder(mac())).toBe('/Users/jörg/Library/Application Support/Reelscope/Library');
  expect(defaultDataFolder({ ...mac(), platform: 'linux' })).toBe('/Users/jörg/.local/share/reelscope');
  expect(defaultDataFolder({ ...mac(), platform: 'linux', env: { XDG_DATA_HOME: '/data' } })).toBe('/data/reelscope');
});

it('is the folder of an earlier version until its library has moved', () => {
  expect(defaultDataFolder(windows(`${ROAMING}\\reelscope.db`))).toBe(ROAMING);
  expect(defaultDataFolder(windows(`${ROAMING}\\reelscope.db`, `${LOCAL}\\reelscope.db`))).toBe(LOCAL);
  const former = '/Users/jörg/Library/Application Support/Reelscope';
  expect(defaultDataFolder(mac(`${former}/reelscope.db`))).toBe(former);
});

it('is the folder that the user names, which is never moved', () => {
  const place = { ...windows(`${ROAMING}\\reelscope.db`), env: { REELSCOPE_DATA_DIR: 'D:\\Library' } };
  expect(defaultDataFolder(place)).toBe('D:\\Library');
  expect(libraryPlaces(place)).toEqual({ folder: 'D:\\Library' });
});
