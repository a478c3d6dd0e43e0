import { copyFile, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_MODELS_URL } from '../../../src/contract/system/models.ts';
import { CATALOG, sizeOf } from '../../../src/models/catalog/index.ts';
import { urlOf } from '../../../src/models/installer/install.ts';
import { Installer, type InstallerOptions, type InstallState } from '../../../src/models/installer/installer.ts';
import { type ModelHost, startModelHost } from '../../fixtures/model-host.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { noLinks } from '../../fixtures/this-system.ts';
import { waitUntil } from '../../fixtures/wait.ts';
import { writeWhisperModel } from '../../fixtures/whisper-model.ts';
import { ADDON, bytesOf, CONFIG, LOOSE, npmPackage, TOYS, toyFiles, toyPath, WEIGHTS } from './test-catalog.ts';

async function setUp(options: Partial<InstallerOptions> = {}) {
  const host = await startModelHost(toyFiles());
  onTestFinished(() => host.close());
  const folder = join(await tempFolder(), 'models');
  const installer = new Installer({
    folder,
    isOffline: () => false,
    baseUrl: () => host.url,
    now: () => Date.parse('2026-01-02T03:04:05Z'),
    catalog: TOYS,
    retryMs: 1,
    ...options,
  });
  onTestFinished(() => installer.close());
  return { host, folder, installer };
}

const ended = (installer: Installer, id: string): Promise<InstallState> => installer.install(id).ended;
const ranges = (host: ModelHost) => host.requests.map((request) => request.range);

describe('catalog', () => {
  it('names each model once, with complete checksums and a size, or marks them as unknown', () => {
    expect(new Set(CATALOG.map((entry) => entry.id)).size).toBe(CATALOG.length);
    for (const entry of CATALOG) {
      expect(entry.id).toMatch(/^[a-z0-9][a-z0-9._-]*$/);
      for (const { hash, path } of entry.files) {
        expect(path).not.toMatch(/(^|\/)\.|\\/);
        if (hash) expect(hash.hex).toMatch(hash.algorithm === 'sha1' ? /^[0-9a-f]{40}$/ : /^[0-9a-f]{64}$/);
        else expect(entry.note.message).toMatch(/pinned/);
      }
      if (entry.files.every((file) => file.bytes !== null)) expect(sizeOf(entry)).toBeGreaterThan(500_000);
    }
    const whisper = CATALOG.filter((entry) => entry.id.startsWith('whisper-'));
    for (const size of ['tiny', 'base', 'small', 'medium', 'large-v3-turbo']) {
      expect(whisper.some((entry) => entry.id === `whisper-${size}`)).toBe(true);
      expect(whisper.some((entry) => entry.id.startsWith(`whisper-${size}-q`))).toBe(true);
    }
  });
});

describe('installation', () => {
  it('downloads, verifies, and publishes', async () => {
    const { host, folder, installer } = await setUp();
    const seen: InstallState[] = [];
    installer.onState((_id, state) => seen.push(state));
    expect(await ended(installer, 'two')).toMatchObject({ status: 'installed', error: null });
    expect(await readFile(join(folder, 'two/onnx/model.onnx'))).toEqual(WEIGHTS);
    expect(await readdir(join(folder, '.partial'))).toEqual([]);
    expect(await readdir(join(folder, 'two'))).toEqual(['config.json', 'model.json', 'onnx']);
    const [model] = await installer.listInstalled();
    expect(model).toMatchObject({ id: 'two', verified: 'published', installed_at: '2026-01-02T03:04:05.000Z' });
    expect(seen.at(-1)).toMatchObject({
      receivedBytes: CONFIG.length + WEIGHTS.length,
      totalBytes: CONFIG.length + WEIGHTS.length,
    });
    expect(host.requests).toHaveLength(2);
  });

  it('unpacks the needed file of a package, from a download and from a local file', async () => {
    const { folder, installer } = await setUp();
    expect(await ended(installer, 'packed')).toMatchObject({ status: 'installed', error: null });
    expect(await readdir(join(folder, 'packed'))).toEqual(['index.node', 'model.json']);
    expect(await readFile(join(folder, 'packed/index.node'))).toEqual(ADDON);
    expect((await installer.listInstalled())[0]).toMatchObject({ id: 'packed', files: [{ path: 'index.node' }] });
    await installer.remove('packed');
    const file = join(await tempFolder(), 'addon-1.0.0.tgz');
    await writeFile(file, toyFiles()[toyPath('addon-1.0.0.tgz')]!);
    await installer.import(file);
    expect(await readFile(join(folder, 'packed/index.node'))).toEqual(ADDON);
  });

  it('rejects a package with another content', async () => {
    const { folder, installer } = await setUp();
    const file = join(await tempFolder(), 'addon-1.0.0.tgz');
    await writeFile(file, npmPackage({ 'package/index.node': bytesOf(1300) }));
    await expect(installer.import(file)).rejects.toMatchObject({ code: 'conflict' });
    expect(await readdir(join(folder, '.partial'))).toEqual([]);
  });

  it('downloads packages from the npm registry unless there is a mirror', () => {
    const packed = TOYS.find(({ id }) => id === 'packed')!;
    expect(urlOf(packed, 'a-1.tgz', DEFAULT_MODELS_URL)).toBe('https://registry.example/toys/models/-/a-1.tgz');
    expect(urlOf(packed, 'a-1.tgz', 'https://mirror.example')).toBe(
      'https://mirror.example/toys/models/resolve/main/a-1.tgz',
    );
  });

  it('downloads nothing without a request', async () => {
    const { host, installer } = await setUp();
    await installer.listInstalled();
    expect(host.requests).toEqual([]);
  });

  it('resumes after a dropped connection, a server outage, and a redirect', async () => {
    const { host, folder, installer } = await setUp();
    host.troubles.push('redirect', 'cut', 'refuse', 'cut');
    const partial = join(folder, '.partial/one/weights.bin');
    host.beforeCut = (bytes) => waitUntil(async () => (await stat(partial).catch(() => null))?.size === bytes);
    expect(await ended(installer, 'one')).toMatchObject({ status: 'installed' });
    expect(await readFile(join(folder, 'one/weights.bin'))).toEqual(WEIGHTS);
    expect(ranges(host).slice(2)).toEqual(['bytes=150000-', 'bytes=150000-', 'bytes=225000-']);
    expect(host.requests[2]!.ifRange).toMatch(/^"[0-9a-f]{40}"$/);
  });

  it('starts over when the file changed, or the server ignores or violates ranges', async () => {
    for (const trouble of ['no range', 'stale range'] as const) {
      const { host, folder, installer } = await setUp();
      host.troubles.push('cut', trouble);
      expect(await ended(installer, 'one')).toMatchObject({ status: 'installed' });
      expect(await readFile(join(folder, 'one/weights.bin'))).toEqual(WEIGHTS);
    }
    const { host, folder, installer } = await setUp();
    host.change(toyPath('weights.bin'), bytesOf(WEIGHTS.length));
    host.holdAfter = 100_000;
    const { ended: first } = installer.install('one');
    await waitUntil(() => (installer.state('one')?.receivedBytes ?? 0) > 50_000);
    await installer.pause('one');
    expect(await first).toMatchObject({ status: 'paused' });
    host.resume();
    host.change(toyPath('weights.bin'), WEIGHTS);
    expect(await ended(installer, 'one')).toMatchObject({ status: 'installed' });
    expect(await readFile(join(folder, 'one/weights.bin'))).toEqual(WEIGHTS);
  });

  it('pauses and resumes, also after a restart', async () => {
    const { host, folder, installer } = await setUp();
    host.holdAfter = 120_000;
    const { ended: first } = installer.install('one');
    expect(() => installer.install('one')).toThrow(/already/);
    await waitUntil(() => (installer.state('one')?.receivedBytes ?? 0) > 0);
    await installer.pause('one');
    expect(await first).toMatchObject({ status: 'paused', error: null });
    const { size } = await stat(join(folder, '.partial/one/weights.bin'));
    expect(size).toBeGreaterThan(0);
    host.resume();
    const restarted = new Installer({
      folder,
      isOffline: () => false,
      baseUrl: () => host.url,
      now: Date.now,
      catalog: TOYS,
    });
    expect(await ended(restarted, 'one')).toMatchObject({ status: 'installed' });
    expect(ranges(host).at(-1)).toBe(`bytes=${size}-`);
    expect(await readFile(join(folder, 'one/weights.bin'))).toEqual(WEIGHTS);
  });

  it('rejects a wrong checksum, and keeps the installed file', async () => {
    const { host, folder, installer } = await setUp();
    await ended(installer, 'one');
    host.troubles.push('wrong');
    const state = await ended(installer, 'one');
    expect(state).toMatchObject({ status: 'failed', error: { code: 'conflict', details: { source: 'published' } } });
    expect(await readFile(join(folder, 'one/weights.bin'))).toEqual(WEIGHTS);
    await expect(stat(join(folder, '.partial/one/weights.bin'))).rejects.toThrow();
    expect(await ended(installer, 'one')).toMatchObject({ status: 'installed' });
  });

  it('pins the checksum of the first install if none is published', async () => {
    const { host, installer } = await setUp();
    expect(await ended(installer, 'loose')).toMatchObject({ status: 'installed' });
    expect((await installer.listInstalled())[0]).toMatchObject({ verified: 'pinned' });
    await installer.remove('loose');
    host.change(toyPath('loose.bin'), bytesOf(LOOSE.length));
    expect(await ended(installer, 'loose')).toMatchObject({ status: 'failed', error: { code: 'conflict' } });
    host.change(toyPath('loose.bin'), LOOSE);
    expect(await ended(installer, 'loose')).toMatchObject({ status: 'installed' });
  });

  it('fails when the server refuses, and after repeated interruptions', async () => {
    const { host, installer } = await setUp();
    host.troubles.push('missing');
    expect(await ended(installer, 'one')).toMatchObject({ status: 'failed', error: { code: 'model_unavailable' } });
    host.troubles.push(...Array.from({ length: 5 }, () => 'refuse' as const));
    expect(await ended(installer, 'one')).toMatchObject({ status: 'failed', error: { code: 'model_unavailable' } });
    expect(() => installer.install('unknown')).toThrow(/doesn’t contain this model/);
  });

  it('rejects a sign-in page, an empty response, and a truncated file, even without a known checksum', async () => {
    const { host, folder, installer } = await setUp();
    for (const id of ['one', 'loose']) {
      host.troubles.push('web page');
      const error = { code: 'model_unavailable', message: expect.stringContaining('web page') };
      expect(await ended(installer, id)).toMatchObject({ status: 'failed', error });
    }
    host.troubles.push('empty', 'cut without a length', 'empty');
    expect(await ended(installer, 'loose')).toMatchObject({ status: 'installed' });
    expect(await readFile(join(folder, 'loose/loose.bin'))).toEqual(LOOSE);
    host.troubles.push('too short a length');
    expect(await ended(installer, 'one')).toMatchObject({ status: 'failed', error: { code: 'conflict' } });
    expect(await ended(installer, 'one')).toMatchObject({ status: 'installed' });
  });

  it('rejects more data than the model has, and keeps none of it', async () => {
    const { host, folder, installer } = await setUp();
    host.troubles.push('endless');
    const { status, error } = await ended(installer, 'one');
    expect([status, error?.message]).toEqual(['failed', 'The server sent more data than expected for this model.']);
    expect(await readdir(join(folder, '.partial/one'))).not.toContain('weights.bin');
    expect(await ended(installer, 'one')).toMatchObject({ status: 'installed' });
  });

  it('requests the rest when the server sends a part', async () => {
    const { host, folder, installer } = await setUp();
    host.troubles.push('cut', 'short range', 'short range');
    expect(await ended(installer, 'one')).toMatchObject({ status: 'installed' });
    expect(ranges(host)).toEqual([undefined, 'bytes=150000-', 'bytes=225000-', 'bytes=262500-']);
    expect(await readFile(join(folder, 'one/weights.bin'))).toEqual(WEIGHTS);
  });

  it('does not download finished files of a model again', async () => {
    const { host, installer } = await setUp();
    host.holdAfter = 100_000;
    const { ended: first } = installer.install('two');
    await waitUntil(() => (installer.state('two')?.receivedBytes ?? 0) > 50_000, { timeout: 30_000 });
    await installer.pause('two');
    await first;
    host.resume();
    const before = host.requests.length;
    expect(await ended(installer, 'two')).toMatchObject({ status: 'installed' });
    expect(ranges(host).slice(before)[0]).toBe(`bytes=${CONFIG.length}-`);
    expect(ranges(host).slice(before)[1]).toMatch(/^bytes=[1-9]\d*-$/);
  });

  it('reports a server that is unreachable or redirects in a loop', async () => {
    const { host, installer } = await setUp();
    host.troubles.push(...Array.from({ length: 200 }, () => 'redirect in a circle' as const));
    expect((await ended(installer, 'one')).error?.message).toContain(new URL(host.url).host);
    const gone = await startModelHost({});
    await gone.close();
    const { installer: lonely } = await setUp({ baseUrl: () => gone.url });
    const error = {
      code: 'model_unavailable',
      message: expect.stringContaining('Can’t connect to the download server'),
    };
    expect(await ended(lonely, 'one')).toMatchObject({ status: 'failed', error });
  });

  it('checks free disk space in advance, and when the real size is known', async () => {
    const { host, installer } = await setUp({ free: async () => 256 * 1024 * 1024 + 200_000 });
    expect(await ended(installer, 'one')).toMatchObject({ status: 'failed', error: { code: 'storage_full' } });
    expect(host.requests).toEqual([]);
    host.change(toyPath('loose.bin'), bytesOf(250_000));
    expect(await ended(installer, 'loose')).toMatchObject({ status: 'failed', error: { code: 'storage_full' } });
  });

  it('makes no connections while offline', async () => {
    const { host, installer } = await setUp({ isOffline: () => true });
    expect(() => installer.install('one')).toThrow(/offline/);
    expect(host.requests).toEqual([]);
  });
});

describe('offline switch', () => {
  it('pauses a running download, which resumes afterward', async () => {
    let offline = false;
    const { host, folder, installer } = await setUp({ isOffline: () => offline });
    host.holdAfter = 100_000;
    const { ended: first } = installer.install('one');
    await waitUntil(() => (installer.state('one')?.receivedBytes ?? 0) > 0, { timeout: 30_000 });
    offline = true;
    expect(await first).toMatchObject({ status: 'paused', error: null });
    host.resume();
    expect(() => installer.install('one')).toThrow(/offline/);
    offline = false;
    expect(await ended(installer, 'one')).toMatchObject({ status: 'installed' });
    expect(await readFile(join(folder, 'one/weights.bin'))).toEqual(WEIGHTS);
  });
});

describe('import', () => {
  it('imports a file by its name, and a folder, and leaves the originals', async () => {
    const { folder, installer } = await setUp();
    const source = await tempFolder();
    await writeFile(join(source, 'weights.bin'), WEIGHTS);
    expect(await installer.import(join(source, 'weights.bin'))).toMatchObject({ id: 'one' });
    const two = join(source, 'two');
    await mkdir(two);
    await writeFile(join(two, 'config.json'), CONFIG);
    await writeFile(join(two, 'model.onnx'), WEIGHTS);
    expect(await installer.import(two)).toMatchObject({ id: 'two', verified: 'published' });
    expect(await readFile(join(folder, 'two/onnx/model.onnx'))).toEqual(WEIGHTS);
    expect(await readdir(source)).toEqual(['two', 'weights.bin']);
    expect((await readdir(two)).sort()).toEqual(['config.json', 'model.onnx']);
  });

  it('rejects damaged, unknown, and missing files, and leaves no files', async () => {
    const { folder, installer } = await setUp();
    const source = await tempFolder();
    const damaged = join(source, 'weights.bin');
    await writeFile(damaged, WEIGHTS.subarray(0, 1000));
    await expect(installer.import(damaged)).rejects.toMatchObject({ code: 'conflict' });
    expect((await stat(damaged)).size).toBe(1000);
    await writeFile(join(source, 'notes.txt'), 'hello');
    await expect(installer.import(join(source, 'notes.txt'))).rejects.toMatchObject({ code: 'unsupported_media_type' });
    await expect(installer.import(join(source, 'nothing'))).rejects.toMatchObject({ code: 'not_found' });
    await expect(installer.import(damaged, 'two')).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await readdir(join(folder, '.partial'))).toEqual([]);
    expect(await installer.listInstalled()).toEqual([]);
  });

  it.skipIf(noLinks)(
    `follows links, and rejects folders without or with several models, with other files, and dead links${noLinks}`,
    async () => {
      const { folder, installer } = await setUp();
      const source = await tempFolder();
      await writeFile(join(source, 'kept.bin'), WEIGHTS);
      await symlink(join(source, 'kept.bin'), join(source, 'weights.bin'));
      expect(await installer.import(join(source, 'weights.bin'))).toMatchObject({ id: 'one' });
      expect((await lstat(join(folder, 'one/weights.bin'))).isFile()).toBe(true);
      expect((await lstat(join(source, 'weights.bin'))).isSymbolicLink()).toBe(true);
      await installer.remove('one');

      const refused = (path: string, code: string) =>
        expect(installer.import(join(source, path))).rejects.toMatchObject({ code });
      await mkdir(join(source, 'empty'));
      await refused('empty', 'unsupported_media_type');
      await symlink(join(source, 'nowhere'), join(source, 'loose.bin'));
      await refused('loose.bin', 'not_found');
      await mkdir(join(source, 'both'));
      await writeFile(join(source, 'both/weights.bin'), WEIGHTS);
      await writeFile(join(source, 'both/loose.bin'), LOOSE);
      await refused('both', 'invalid_request');
      expect(await installer.import(join(source, 'both'), 'loose')).toMatchObject({ id: 'loose' });
      await writeFile(join(source, 'ggml-own.bin'), Buffer.from('<html>not found</html>'.repeat(10)));
      await refused('ggml-own.bin', 'unsupported_media_type');
      if (process.platform !== 'win32')
        await expect(installer.import('/dev/null')).rejects.toMatchObject({ code: 'unsupported_media_type' });
      expect(await readdir(join(folder, '.partial'))).toEqual([]);
      expect(await readdir(join(source, 'both'))).toHaveLength(2);
    },
  );

  it('imports a custom speech model', async () => {
    const { installer } = await setUp();
    const source = await tempFolder();
    const file = join(source, 'ggml-My Böat.bin');
    await writeWhisperModel(file, { pieces: [' hi'], endSeconds: 1 });
    const own = { id: 'own-my-b-at', task: 'speech-recognition', verified: 'none' };
    expect(await installer.import(file)).toMatchObject(own);
    await writeFile(join(source, 'README.md'), '# My boat');
    expect(await installer.import(source)).toMatchObject(own);
    await copyFile(file, join(source, 'ggml-other.bin'));
    await expect(installer.import(source)).rejects.toMatchObject({ code: 'invalid_request' });
    expect((await readdir(source)).sort()).toEqual(['README.md', 'ggml-My Böat.bin', 'ggml-other.bin']);
  });

  it('checks free disk space', async () => {
    const { installer } = await setUp({ free: async () => 1000 });
    const file = join(await tempFolder(), 'weights.bin');
    await writeFile(file, WEIGHTS);
    await expect(installer.import(file)).rejects.toMatchObject({ code: 'storage_full' });
    expect(await readFile(file)).toEqual(WEIGHTS);
  });
});

describe('removal', () => {
  it('removes a model and its files, and nothing else', async () => {
    const { folder, installer } = await setUp();
    await ended(installer, 'one');
    await ended(installer, 'two');
    await installer.remove('one');
    expect((await installer.listInstalled()).map((model) => model.id)).toEqual(['two']);
    await expect(installer.remove('one')).rejects.toMatchObject({ code: 'not_found' });
    await expect(installer.remove('../two')).rejects.toMatchObject({ code: 'not_found' });
    await writeFile(join(folder, 'pins.json'), '{}');
    await writeFile(join(folder, 'note.txt'), 'x');
    for (const name of ['pins.json', 'note.txt']) {
      await expect(installer.remove(name)).rejects.toMatchObject({ code: 'not_found' });
      expect(await readdir(folder)).toContain(name);
    }
    expect(await readdir(join(folder, 'two'))).toContain('model.json');
  });

  it('does not list a model with a truncated file', async () => {
    const { folder, installer } = await setUp();
    await ended(installer, 'one');
    await writeFile(join(folder, 'one/weights.bin'), 'short');
    expect(await installer.listInstalled()).toEqual([]);
  });
});
