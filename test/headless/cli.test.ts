import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Results } from '../../src/contract/analysis/results.ts';
import { interrupt, runCommand, runScript, startCommand, startServe } from '../fixtures/command.ts';
import { extendedTest, sample, WHOLE } from '../fixtures/extended.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid, texture } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { waitUntil } from '../fixtures/wait.ts';

/** 3 s with one cut at 1.5 s, nothing else to find. */
async function clip(folder: string, name = 'clip.mp4', seconds = 3): Promise<string> {
  const path = join(folder, name);
  const pictures = Array.from({ length: seconds * 10 }, (_, i) =>
    i < 15 ? texture(320, 180, 1) : solid(320, 180, [30, 80, 200]),
  );
  await writeMedia(path, { video: { width: 320, height: 180, frameRate: 10, pictures } });
  return path;
}

describe('reelscope', () => {
  it('analyzes a file, prints its findings, and keeps it in the library without a copy', async () => {
    const folder = await tempFolder();
    const data = join(folder, 'data');
    const path = await clip(folder);
    const { code, stdout } = await runCommand('analyze', path, '--modules', 'scenes', '--json', '--data-dir', data);
    expect(code).toBe(0);
    const results = Results.parse(JSON.parse(stdout));
    expect(results).toMatchObject({ video_name: 'clip.mp4', duration: 3, status: 'completed' });
    expect(results.scenes?.map((segment) => [segment.start_time, segment.end_time])).toEqual([
      [0, 1.5],
      [1.5, 3],
    ]);
    const [user] = await readdir(join(data, 'storage', 'users'));
    const stored = await stat(join(data, 'storage', 'users', user!, 'clip.mp4'));
    expect(stored.size).toBe((await stat(path)).size);
  });

  extendedTest("resolves relative paths against the user's folder, also through npm", async () => {
    const folder = await tempFolder();
    await clip(folder);
    const args = ['clip.mp4', '--modules', 'scenes', '--csv', '--data-dir', 'data'];
    expect(await runScript(folder, 'analyze', ...args)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^module,/),
    });
    expect((await readdir(folder)).sort()).toEqual(['clip.mp4', 'data']);
  });

  it('uses the server that owns the folder', async () => {
    const folder = await tempFolder();
    const data = join(folder, 'data');
    const { ready } = await startServe(data);
    const analysis = await runCommand('analyze', await clip(folder), '--modules', 'scenes', '--data-dir', data);
    expect(analysis.code).toBe(0);
    const videos = await fetch(`${ready.api_url}/videos`, { headers: { authorization: `Bearer ${ready.token}` } });
    expect(await videos.json()).toMatchObject([{ name: 'clip.mp4', status: 'completed' }]);
  });

  it('rejects a second server for a folder', async () => {
    const data = join(await tempFolder(), 'data');
    const { child, ready, result } = await startServe(data);
    expect(ready).toMatchObject({ event: 'ready', pid: child.pid });
    expect(ready.api_url).toBe(`${ready.url}/api`);
    // Scripts get an error, people the URL of the running server; both the exit code of a library in use.
    const refused = await startCommand('serve', '--port', '0', '--json', '--data-dir', data).result;
    expect([refused.code, refused.stdout]).toEqual([75, '']);
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'conflict' } });
    const again = await startCommand('serve', '--port', '0', '--data-dir', data).result;
    expect(again).toMatchObject({ code: 75, stdout: expect.stringContaining(`${ready.url}/#token=`) });

    interrupt(child);
    expect((await result).code).toBe(0);
    const { stdout } = await runCommand('doctor', '--json', '--data-dir', data);
    expect(JSON.parse(stdout)).toMatchObject({ server: 'not running', error: null, data_folder: data });
  });

  it('creates, lists, and revokes API keys', async () => {
    const data = await tempFolder();
    const { ready } = await startServe(data);
    const key = (await runCommand('keys', 'create', 'my script', '--data-dir', data)).stdout.trim();
    expect(key).toMatch(/^svc_live_[0-9a-f]{64}$/);
    const ask = () => fetch(`${ready.api_url}/keys`, { headers: { authorization: key } });
    const [listed] = (await (await ask()).json()) as { id: string; raw_key: string }[];
    expect(listed!.raw_key).not.toBe(key);
    expect((await runCommand('keys', 'list', '--data-dir', data)).stdout).toMatch(/my script/);
    expect((await runCommand('keys', 'revoke', listed!.id, '--data-dir', data)).code).toBe(0);
    expect((await ask()).status).toBe(401);
  });

  extendedTest('stops when interrupted, with its exit code', async () => {
    const folder = await tempFolder();
    const data = join(folder, 'data');
    const path = join(folder, 'long.mp4');
    const textures = Array.from({ length: 7 }, (_, i) => texture(320, 180, i));
    const pictures = Array.from({ length: 600 }, (_, i) => textures[i % 7]!);
    await writeMedia(path, { video: { width: 320, height: 180, frameRate: 5, pictures } });
    const { child, result } = startCommand('analyze', path, '--modules', 'ocr,visualelements', '--data-dir', data);
    await waitUntil(
      () =>
        readdir(join(data, 'stills')).then(
          (found) => found.length > 0,
          () => false,
        ),
      { timeout: 30_000 },
    );
    interrupt(child, 'SIGINT');
    expect((await result).code).toBe(130);
  });

  it.each([
    ['no command', [], 2],
    ['an unknown command', ['dance'], 2],
    ['an unknown option', ['analyze', 'x.mp4', '--fast'], 2],
    ['no file', ['analyze'], 2],
    ['an unknown module', ['analyze', 'x.mp4', '--modules', 'scenes,smell'], 2],
    ['two formats', ['analyze', 'x.mp4', '--srt', '--csv'], 2],
    ['nothing to search', ['search', ' '], 2],
    ['an invalid port', ['serve', '--port', 'http'], 2],
    ['help', ['--help'], 0],
    ['help on a command', ['analyze', '--help'], 0],
    ['the version', ['--version'], 0],
  ])('answers %s with exit code', async (_, args, code) => {
    const result = await runCommand(...args);
    expect(result.code).toBe(code);
    expect(code === 2 ? result.stderr || result.stdout : result.stdout).not.toBe('');
  });

  it('reports an invalid file, and registers nothing', WHOLE, async () => {
    const folder = await tempFolder();
    const data = join(folder, 'data');
    await writeFile(join(folder, 'empty.mp4'), '');
    await writeFile(join(folder, 'letter.mp4'), 'This is a letter to somebody, not a video at all.');
    await writeFile(join(folder, 'script.mp4'), `ffconcat version 1.0\nfile '${await clip(folder)}'\n`);
    const files = [
      ['script.mp4', /unreadable_media/],
      ['empty.mp4', /unreadable_media/],
      ['missing.mp4', /not_found/],
      ['letter.mp4', /unreadable_media/],
    ] as const;
    for (const [name, reason] of sample(files, 2)) {
      const { code, stderr, stdout } = await runCommand('analyze', join(folder, name), '--data-dir', data);
      expect([name, code, stdout]).toEqual([name, 1, '']);
      expect(stderr).toMatch(reason);
    }
    const { ready } = await startServe(data);
    const videos = await fetch(`${ready.api_url}/videos`, { headers: { authorization: `Bearer ${ready.token}` } });
    expect(await videos.json()).toEqual([]);
    expect(await readdir(join(data, 'storage', 'users', '1'))).toEqual([]);
    expect((await readdir(folder)).sort()).toEqual(['clip.mp4', 'data', 'empty.mp4', 'letter.mp4', 'script.mp4']);
  });
});
