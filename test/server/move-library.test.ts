import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/db/index.ts';
import { acquireLock } from '../../src/db/lock.ts';
import { createHeadlessHost } from '../../src/headless/host.ts';
import { moveLibrary } from '../../src/server/move-library.ts';
import { startServer } from '../../src/server/start.ts';
import { tempFolder } from '../fixtures/temp.ts';

let former: string;
let folder: string;

/** A library among the files of Chromium, as earlier versions left it. */
beforeEach(async () => {
  const home = await tempFolder();
  former = join(home, 'Roaming', 'Reelscope');
  folder = join(home, 'Local', 'Reelscope');
  const server = await startServer(
    createHeadlessHost(former, () => {}),
    { port: 0 },
  );
  await server.close();
  mkdirSync(join(former, 'storage/users/1'), { recursive: true });
  writeFileSync(join(former, 'storage/users/1/film.mp4'), 'film');
  mkdirSync(join(former, 'Cache'));
  writeFileSync(join(former, 'Local State'), '{}');
});

const isLibrary = (path: string) => existsSync(join(path, 'reelscope.db'));

it('moves the library, and leaves what is not its own', () => {
  const before = readdirSync(former);
  expect(moveLibrary(former, folder)).toBe('moved');
  expect(readFileSync(join(folder, 'storage/users/1/film.mp4'), 'utf8')).toBe('film');
  expect(readdirSync(former).sort()).toEqual(['Cache', 'Local State', 'owner.lock']);
  expect(readdirSync(folder).sort()).toEqual(
    before.filter((name) => !['Cache', 'Local State', 'owner.lock'].includes(name)).sort(),
  );
  openStore({ path: join(folder, 'reelscope.db') }).close();
  expect(moveLibrary(former, folder)).toBe('nothing');
});

it('continues a move that was interrupted before the database', () => {
  mkdirSync(folder, { recursive: true });
  renameSync(join(former, 'storage'), join(folder, 'storage'));
  expect(moveLibrary(former, folder)).toBe('moved');
  expect(readFileSync(join(folder, 'storage/users/1/film.mp4'), 'utf8')).toBe('film');
  expect(isLibrary(folder)).toBe(true);
});

it('moves nothing into a folder with a library, or from one that is in use', () => {
  const lock = acquireLock(former);
  onTestFinished(() => lock.release());
  expect(moveLibrary(former, folder)).toBe('in_use');
  expect(isLibrary(former)).toBe(true);
  expect(isLibrary(folder)).toBe(false);
});

it('moves everything back if a part can not be moved', () => {
  const before = readdirSync(former).sort();
  mkdirSync(join(folder, 'storage'), { recursive: true });
  expect(moveLibrary(former, folder)).toMatchObject({ failed: expect.any(Error) });
  expect(readdirSync(former).sort()).toEqual(before);
  expect(readdirSync(folder)).toEqual(['storage']);
  expect(readFileSync(join(former, 'storage/users/1/film.mp4'), 'utf8')).toBe('film');
});
