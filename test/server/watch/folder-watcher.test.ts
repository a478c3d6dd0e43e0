import { appendFileSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../../src/base/logger.ts';
import { ReelscopeError } from '../../../src/contract/errors.ts';
import { WatchRules } from '../../../src/contract/library/watch-folders.ts';
import { openStore } from '../../../src/db/index.ts';
import { FolderWatcher, type WatcherParts } from '../../../src/server/watch/folder-watcher.ts';
import { writeNewLibrary } from '../../fixtures/new-library.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { noLinks } from '../../fixtures/this-system.ts';
import { waitFor, waitUntil } from '../../fixtures/wait.ts';

async function setUp(rules: Partial<WatchRules> = {}) {
  const folder = await tempFolder();
  const path = join(folder, 'watched');
  await fs.mkdir(path);
  const library = join(folder, 'test.db');
  writeNewLibrary(library);
  const store = openStore({ path: library });
  onTestFinished(() => store.close());
  const { user } = store.users.findOrCreate('test', 'somebody');
  const parsed = WatchRules.parse(rules);
  const row = { path, isEnabled: 1 as const, rules: JSON.stringify(parsed), projectId: null };
  const { id } = store.watchFolders.create(user.id, row);
  const time = { ms: 0 };
  const taken: string[] = [];
  const faults: Error[] = [];
  const parts: WatcherParts = {
    folder: { id, path, rules: parsed },
    store,
    except: [join(path, 'library')],
    async importFile(file) {
      const fault = faults.shift();
      if (fault) throw fault;
      taken.push(file.path.slice(path.length + 1));
      return { contentHash: file.path, outcome: 'queued', jobId: null };
    },
    monotonicMs: () => time.ms,
    nowMs: Date.now,
    log: createLogger(() => {}),
  };
  const open = () => {
    const watcher = new FolderWatcher(parts);
    onTestFinished(() => watcher.close());
    return watcher;
  };
  const write = async (name: string, content = 'x') => {
    await fs.mkdir(join(path, name, '..'), { recursive: true });
    await fs.writeFile(join(path, name), content);
  };
  return { path, store, id, time, taken, faults, parts, open, write };
}

describe('a watched folder', () => {
  it('takes a file once its size and time have stopped to change', async () => {
    const { time, taken, open, write } = await setUp({ stable_seconds: 10 });
    const watcher = open();
    await write('a.mp4', 'half');
    await watcher.scan();
    time.ms = 9000;
    await write('a.mp4', 'half and more');
    await watcher.scan();
    time.ms = 18_000;
    await watcher.scan();
    expect([taken, watcher.status().waiting]).toEqual([[], 1]);
    time.ms = 19_000;
    await watcher.scan();
    expect([taken, watcher.status().waiting]).toEqual([['a.mp4'], 0]);
    await watcher.scan();
    expect(taken).toEqual(['a.mp4']);
  });

  it('does not trust a size that was set before the content', async () => {
    const { path, time, taken, open } = await setUp({ stable_seconds: 10 });
    const watcher = open();
    const file = join(path, 'a.avi');
    const write = async (content: string, at: number) => {
      await using handle = await fs.open(file, at === 0 ? 'w' : 'r+');
      if (at === 0) await handle.truncate(40_000);
      await handle.write(Buffer.from(content.padEnd(4000, '.')), 0, 4000, at);
      await handle.utimes(1000, 1000);
    };
    for (const at of [0, 4000, 20_000]) {
      await write(`part ${at}`, at);
      await watcher.scan();
      time.ms += 11_000;
    }
    // Its end is still empty.
    await watcher.scan();
    expect([taken, watcher.unhandled().waiting]).toMatchObject([[], [{ incomplete: 'zeros' }]]);
    await write('end', 36_000);
    await watcher.scan();
    time.ms += 9000;
    await write('middle', 12_000);
    await watcher.scan();
    time.ms += 9000;
    await watcher.scan();
    expect(taken).toEqual([]);
    time.ms += 2000;
    await watcher.scan();
    expect(taken).toEqual(['a.avi']);
  });

  it('takes a file with an empty end after a minute', async () => {
    const { path, time, taken, open } = await setUp({ stable_seconds: 1 });
    const watcher = open();
    await fs.writeFile(join(path, 'silence.wav'), Buffer.concat([Buffer.from('sound'), Buffer.alloc(9000)]));
    for (const ms of [0, 59_000]) {
      time.ms = ms;
      await watcher.scan();
    }
    expect(taken).toEqual([]);
    time.ms = 60_000;
    await watcher.scan();
    expect(taken).toEqual(['silence.wav']);
  });

  it('takes a file again whose bytes changed though size and time did not, also after a restart', async () => {
    const { path, taken, open, write } = await setUp({ stable_seconds: 0 });
    const file = join(path, 'a.mp4');
    const written = async (content: string) => {
      await write('a.mp4', content);
      await fs.utimes(file, 1000, 1000);
    };
    await written('first');
    const watcher = open();
    await watcher.scan();
    // The record of the file changes, its bytes don't.
    await fs.chmod(file, 0o600);
    await watcher.scan();
    await watcher.scan();
    expect(taken).toEqual(['a.mp4']);
    await watcher.close();
    await written('other');
    await open().scan();
    expect(taken).toEqual(['a.mp4', 'a.mp4']);
  });

  it('scans again for who asks during a scan, which may have passed what is there now', async () => {
    const { parts, taken, open, write } = await setUp({ stable_seconds: 0 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const { importFile } = parts;
    let isBusy = false;
    parts.importFile = async (file, signal) => {
      isBusy = true;
      await promise;
      return importFile(file, signal, undefined);
    };
    await write('a.mp4');
    const watcher = open();
    const first = watcher.scan();
    await waitFor(() => expect(isBusy).toBe(true));
    await write('b.mp4');
    const asked = Promise.all([watcher.scan(), watcher.scan()]);
    resolve();
    await first;
    await asked;
    expect(taken).toEqual(['a.mp4', 'b.mp4']);
  });

  it.skipIf(noLinks)(`selects files by its rules${noLinks}`, async () => {
    const { taken, open, write, path } = await setUp({
      stable_seconds: 0,
      name_pattern: '*.{MP4,mov}',
      min_bytes: 2,
      max_bytes: 5,
      max_age_days: 1,
    });
    for (const name of ['a.mp4', 'sub/b.mov', 'c.mkv', '.d.mp4', 'library/e.mp4', 'old.mp4']) await write(name, 'abc');
    await write('notes.txt', 'abc');
    await write('small.mp4', 'a');
    await write('large.mp4', 'abcdef');
    await fs.utimes(join(path, 'old.mp4'), 1, 1);
    await fs.symlink('..', join(path, 'loop'));
    const watcher = open();
    await watcher.scan();
    expect(taken).toEqual(['a.mp4', 'sub/b.mov']);
    const skips = watcher.unhandled().skipped.map((file) => [file.path.slice(path.length + 1), file.skippedBy]);
    expect(Object.fromEntries(skips)).toEqual({
      'c.mkv': 'name',
      'small.mp4': 'small',
      'large.mp4': 'large',
      'old.mp4': 'old',
      '.d.mp4': 'hidden',
      'notes.txt': 'not_media',
      loop: 'link',
    });
    expect(watcher.status().skipped).toBe(7);
  });

  it.skipIf(process.platform !== 'linux')('states files whose names are not UTF-8, which no name opens', async () => {
    const { path, store, id, taken, open } = await setUp({ stable_seconds: 0 });
    const bytes = (name: string) => Buffer.concat([Buffer.from(`${path}/`), Buffer.from(name, 'latin1')]);
    await fs.writeFile(bytes('Z\u00fcrich.mp4'), 'x');
    await fs.mkdir(bytes('\u00c4rzte'));
    await fs.writeFile(bytes('\u00c4rzte/a.mp4'), 'x');
    const watcher = open();
    await watcher.scan();
    await watcher.scan();
    expect([taken, store.watchFolders.counts(id).failed]).toEqual([[], 2]);
    expect(store.watchFolders.latestFiles(id, 1)[0]?.error).toContain('watch.misnamed');
    await fs.rename(bytes('Z\u00fcrich.mp4'), join(path, 'Zürich.mp4'));
    await watcher.scan();
    expect(taken).toEqual(['Zürich.mp4']);
  });

  it('decides by their first bytes about names that don’t tell', async () => {
    const { taken, open, write, path } = await setUp({ stable_seconds: 0 });
    for (const name of ['stream.ts', 'MVI_0001', 'clip.xyz']) await write(name, 'G'.padEnd(188).repeat(6));
    await write('program.ts', 'import * as fs from "node:fs";');
    await write('clip.mp4.part', 'G'.padEnd(188).repeat(6));
    await write('notes');
    const watcher = open();
    await watcher.scan();
    expect(taken).toEqual(['MVI_0001', 'clip.xyz', 'stream.ts']);
    const skips = () => watcher.unhandled().skipped.map((file) => [file.path.slice(path.length + 1), file.skippedBy]);
    const others = { 'clip.mp4.part': 'unfinished', 'program.ts': 'not_media' };
    expect(Object.fromEntries(skips())).toEqual({ ...others, notes: 'not_media' });
    await write('notes', 'G'.padEnd(188).repeat(7));
    await watcher.scan();
    expect(taken).toContain('notes');
    expect(Object.fromEntries(skips())).toEqual(others);
  });

  it('never enters folders of systems, in any letter case and depth', async () => {
    const { taken, open, write, path } = await setUp({ stable_seconds: 0 });
    for (const name of ['@EaDir/a.mp4/x.mp4', 'sub/#recycle/b.mp4', 'sub/deep/$recycle.bin/c.mp4', '__macosx/d.mp4'])
      await write(name);
    for (const name of ['sub/._clip.mp4', 'sub/clip.mp4', 'Thumbs.db']) await write(name);
    const watcher = open();
    await watcher.scan();
    expect(taken).toEqual(['sub/clip.mp4']);
    const skipped = watcher.unhandled().skipped.map((file) => [file.path.slice(path.length + 1), file.skippedBy]);
    expect(skipped.map(([name]) => name).sort()).toEqual(
      ['#recycle', '._clip.mp4', 'deep/$recycle.bin']
        .map((name) => `sub/${name}`)
        .concat('@EaDir', 'Thumbs.db', '__macosx')
        .sort(),
    );
    expect(new Set(skipped.map(([, reason]) => reason))).toEqual(new Set(['system']));
  });

  it.skipIf(noLinks)(`never enters an excepted folder, by whatever path${noLinks}`, async () => {
    const { path, taken, open, write, parts } = await setUp({ stable_seconds: 0 });
    await write('a.mp4');
    await write('library/clip.mp4');
    await fs.symlink(path, `${path}-link`);
    parts.folder = { ...parts.folder, path: `${path}-link` };
    const watcher = open();
    await watcher.scan();
    expect(taken).toHaveLength(1);
  });

  it('counts and lists a file that is tried again as waiting, and states a missing permission in words', async () => {
    const { path, faults, taken, open, write } = await setUp({ stable_seconds: 0 });
    await write('a.mp4');
    faults.push(Object.assign(new Error('EACCES: permission denied, open'), { code: 'EACCES' }));
    const watcher = open();
    await watcher.scan();
    const file = join(path, 'a.mp4');
    expect(watcher.status()).toMatchObject({ waiting: 1, error: { message: `No permission to read ${file}.` } });
    expect(watcher.unhandled().waiting.map(({ path }) => path)).toEqual([file]);
    await watcher.scan();
    expect([taken, watcher.status().waiting, watcher.status().error]).toEqual([['a.mp4'], 0, null]);
  });

  it('leaves ignored files out under a new name, too, but not a new file under theirs', async () => {
    const { path, taken, open, write } = await setUp({ stable_seconds: 0 });
    for (const name of ['a.mp4', 'b.mp4']) await write(name, 'there before');
    await open().ignorePresent();
    await fs.mkdir(join(path, 'done'));
    await fs.rename(join(path, 'a.mp4'), join(path, 'done/renamed.mp4'));
    await fs.rm(join(path, 'b.mp4'));
    await write('b.mp4', 'new content');
    await open().scan();
    expect(taken).toEqual(['b.mp4']);
  });

  it('states why a file waits until it is taken', async () => {
    const { time, faults, open, write } = await setUp({ stable_seconds: 10 });
    const watcher = open();
    await write('a.mp4');
    faults.push(new ReelscopeError('storage_full', 'The disk is full.'));
    const errors: unknown[] = [];
    for (const ms of [0, 10_000, 11_000, 21_000]) {
      time.ms = ms;
      await watcher.scan();
      errors.push(watcher.status().error?.message);
    }
    expect(errors).toEqual([undefined, 'The disk is full.', 'The disk is full.', undefined]);
  });

  it('states nothing of files while it is missing', async () => {
    const { path, faults, open, write } = await setUp({ stable_seconds: 0 });
    await write('a.mp4');
    faults.push(new ReelscopeError('storage_full', 'The disk is full.'));
    const watcher = open();
    await watcher.scan();
    await fs.rename(path, `${path}-gone`);
    await watcher.scan();
    expect(watcher.status()).toEqual({ state: 'missing', error: null, waiting: 0, skipped: 0 });
  });

  it('is found again after it was removed, as a drive is, and takes nothing twice', async () => {
    const { path, taken, open, write } = await setUp({ stable_seconds: 0 });
    await write('a.mp4');
    const watcher = open();
    await watcher.scan();
    await fs.rename(path, `${path}-gone`);
    await watcher.scan();
    expect(watcher.status().state).toBe('missing');
    await fs.rename(`${path}-gone`, path);
    await write('b.mp4');
    await watcher.scan();
    expect([watcher.status().state, taken]).toEqual(['watching', ['a.mp4', 'b.mp4']]);
    await watcher.close();
    await open().scan();
    expect(taken).toEqual(['a.mp4', 'b.mp4']);
  });

  it('tries a file again where the reason passes, and states the reason of others', async () => {
    const { store, id, taken, faults, open, write } = await setUp({ stable_seconds: 0 });
    const watcher = open();
    await write('a.mp4');
    faults.push(new ReelscopeError('storage_full', 'The disk is full.'));
    await watcher.scan();
    expect([watcher.status().error?.message, taken]).toEqual(['The disk is full.', []]);
    await watcher.scan();
    expect([watcher.status().error, taken]).toEqual([null, ['a.mp4']]);
    await write('b.mp4');
    faults.push(new ReelscopeError('unreadable_media', 'Not a video.'));
    await watcher.scan();
    await watcher.scan();
    expect(taken).toEqual(['a.mp4']);
    expect(store.watchFolders.latestFiles(id, 1)).toMatchObject([
      { outcome: 'failed', error: '{"message":"Not a video."}' },
    ]);
    // Complete now.
    await write('b.mp4', 'whole');
    await watcher.scan();
    expect(taken).toEqual(['a.mp4', 'b.mp4']);
  });

  it.skipIf(noLinks)(`forgets a failed file that is gone, but not one that isn’t listed${noLinks}`, async () => {
    const { path, store, id, faults, open, write } = await setUp({ stable_seconds: 0 });
    const watcher = open();
    for (const name of ['gone.mp4', 'locked/a.mp4']) {
      await write(name);
      faults.push(new ReelscopeError('unreadable_media', 'Not a video.'));
    }
    await watcher.scan();
    expect(store.watchFolders.counts(id).failed).toBe(2);
    await fs.rm(join(path, 'gone.mp4'));
    // Not listed, as in a folder without permission to read.
    await fs.rename(join(path, 'locked'), join(path, '../elsewhere'));
    await fs.symlink(join(path, '../elsewhere'), join(path, 'locked'));
    await watcher.scan();
    expect(store.watchFolders.latestFiles(id, 9)).toMatchObject([{ path: join(path, 'locked/a.mp4') }]);
  });

  it('tries a failed file again on request, at once unless it has changed', async () => {
    const { path, store, id, time, taken, faults, open, write } = await setUp({ stable_seconds: 10 });
    const watcher = open();
    for (const name of ['a.mp4', 'b.mp4', 'gone.mp4']) {
      await write(name);
      faults.push(new ReelscopeError('unreadable_media', 'Not a video.'));
    }
    await watcher.scan();
    time.ms = 10_000;
    await watcher.scan();
    expect([taken, store.watchFolders.counts(id).failed]).toEqual([[], 3]);
    await write('b.mp4', 'longer');
    await fs.rm(join(path, 'gone.mp4'));
    await watcher.retry(store.watchFolders.forgetFailed(id));
    expect([taken, watcher.status().waiting]).toEqual([['a.mp4'], 1]);
    expect(store.watchFolders.counts(id)).toMatchObject({ queued: 1, failed: 0 });
    time.ms = 20_000;
    await watcher.scan();
    expect(taken).toEqual(['a.mp4', 'b.mp4']);
  });

  it('takes a file beside a recording that is written all the time', async () => {
    const { path, taken, open, write } = await setUp({ stable_seconds: 0, min_bytes: 1000, name_pattern: '*.mp4' });
    await open().scan();
    const recording = setInterval(() => appendFileSync(join(path, 'recording.ts'), 'x'), 50);
    onTestFinished(() => clearInterval(recording));
    const size = async () => (await fs.stat(join(path, 'recording.ts')).catch(() => ({ size: 0 }))).size;
    // The reports have begun.
    await waitUntil(async () => (await size()) > 20);
    await write('short.mp4');
    await waitUntil(async () => (await size()) > 40);
    await write('short.mp4', 'x'.repeat(1000));
    await waitUntil(() => taken.includes('short.mp4'), { timeout: 10_000 });
  });

  it('notices a file that arrives while the reports of the system begin', async () => {
    const { path, parts, taken, open, write } = await setUp({ stable_seconds: 0 });
    await write('a.mp4');
    const { importFile } = parts;
    parts.importFile = (file, signal) => {
      // In the turn in which the reports begin.
      writeFileSync(join(path, 'b.mp4'), 'x');
      return importFile(file, signal, undefined);
    };
    await open().scan();
    await waitUntil(() => taken.includes('b.mp4'), { timeout: 10_000 });
  });

  it('notices new files when they arrive', async () => {
    const { taken, open, write } = await setUp({ stable_seconds: 0 });
    await open().scan();
    // Reports begin a moment after the scan, and are read once nothing was reported for a while.
    await waitUntil(
      async () => {
        await write(`${Math.random()}.mp4`);
        return taken.length > 0;
      },
      { timeout: 30_000, interval: 500 },
    );
  });
});
