import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ApiKey } from '../../src/contract/account/keys.ts';
import { Results } from '../../src/contract/analysis/results.ts';
import { Video } from '../../src/contract/library/video.ts';
import { ENTRY, runCommand, startCommand, startServe } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid, texture } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { noShell, noSignals } from '../fixtures/this-system.ts';
import { waitUntil } from '../fixtures/wait.ts';

async function clip(folder: string, name: string, color = 30): Promise<string> {
  const path = join(folder, name);
  const pictures = Array.from({ length: 20 }, (_, i) =>
    i < 10 ? texture(160, 90, 1) : solid(160, 90, [color, 80, 200]),
  );
  await writeMedia(path, { video: { width: 160, height: 90, frameRate: 10, pictures } });
  return path;
}

/** Takes some seconds to analyze. */
async function longClip(folder: string, name = 'long.mp4'): Promise<string> {
  const path = join(folder, name);
  const textures = Array.from({ length: 7 }, (_, i) => texture(320, 180, i));
  const pictures = Array.from({ length: 160 }, (_, i) => textures[i % 7]!);
  await writeMedia(path, { video: { width: 320, height: 180, frameRate: 5, pictures } });
  return path;
}

/** Runs a line of a shell in a folder; `$REELSCOPE` is the command line. */
async function shell(folder: string, line: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = { ...process.env, REELSCOPE: `${process.execPath} ${ENTRY}` };
  const child = spawn('bash', ['-c', line], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, ...output };
}

const stillsIn = (data: string) =>
  waitUntil(
    () =>
      readdir(join(data, 'stills')).then(
        (found) => found.length > 0,
        () => false,
      ),
    { timeout: 60_000 },
  );

async function videosOf(data: string): Promise<Video[]> {
  const { ready } = await startServe(data);
  const response = await fetch(`${ready.api_url}/videos`, { headers: { authorization: `Bearer ${ready.token}` } });
  return Video.array().parse(await response.json());
}

describe('several commands on one library', () => {
  it.skipIf(noShell)(
    `lose nothing: ls *.mp4 | xargs -P4${noShell}`,
    async () => {
      const folder = await tempFolder();
      for (let i = 0; i < 6; i++) await clip(folder, `clip-${i}.mp4`, 30 * i);
      const line = 'ls *.mp4 | xargs -P4 -I{} sh -c "$REELSCOPE analyze {} --modules scenes --data-dir data > {}.json"';
      const { code, stderr } = await shell(folder, line);
      expect([code, /reelscope:/.test(stderr)]).toEqual([0, false]);
      const videos = await videosOf(join(folder, 'data'));
      expect(videos.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'completed'));
    },
    240_000,
  );

  it('go on when the one that ran the server is killed, and a job that it left is attached to', async () => {
    const folder = await tempFolder();
    const data = join(folder, 'data');
    const [long, short] = [await longClip(folder), await clip(folder, 'short.mp4')];
    const owner = startCommand('analyze', long, '--modules', 'ocr,visualelements', '--data-dir', data);
    await stillsIn(data);
    const guest = startCommand('analyze', short, '--modules', 'scenes', '--data-dir', data);
    await waitUntil(
      async () => {
        const lock = JSON.parse(await readFile(join(data, 'server.json'), 'utf8'));
        const headers = { authorization: `Bearer ${lock.token}` };
        return ((await (await fetch(`${lock.api_url}/videos`, { headers })).json()) as unknown[]).length === 2;
      },
      { timeout: 60_000, interval: 100 },
    );
    owner.child.kill('SIGKILL');
    expect(await guest.result).toMatchObject({ code: 0, stdout: expect.stringContaining('"status":"completed"') });
    const again = await runCommand('analyze', long, '--modules', 'ocr,visualelements', '--data-dir', data);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('"status":"completed"') });
  }, 240_000);

  it.skipIf(noSignals).each(['SIGHUP', 'SIGTERM'] as const)(
    `%s ends as SIGINT does, and a second run goes on${noSignals}`,
    async (signal) => {
      const folder = await tempFolder();
      const data = join(folder, 'data');
      const path = await longClip(folder);
      const first = startCommand('analyze', path, '--modules', 'ocr,visualelements', '--data-dir', data);
      await stillsIn(data);
      first.child.kill(signal);
      const { code, stderr } = await first.result;
      expect([code, stderr]).toEqual([
        130,
        expect.stringContaining('Run the command again to continue from the findings so far.'),
      ]);
      const again = await runCommand('analyze', path, '--modules', 'scenes', '--data-dir', data);
      expect(Results.parse(JSON.parse(again.stdout)).status).toBe('completed');
    },
    120_000,
  );
});

describe('output that can’t be written', () => {
  it.skipIf(noShell)(`is an error with a sentence, and a key that nobody saw is deleted${noShell}`, async () => {
    const folder = await tempFolder();
    const lost = await shell(folder, '$REELSCOPE keys create lost --data-dir data > /dev/full');
    expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('the disk is full') });
    expect(lost.stderr).toContain('The key was deleted.');
    const closed = await shell(folder, 'set -o pipefail; $REELSCOPE keys create lost --data-dir data | exec 0<&-');
    expect(closed).toMatchObject({ code: 1, stderr: expect.stringContaining('its reader has closed it') });
    const { ready } = await startServe(join(folder, 'data'));
    const headers = { authorization: `Bearer ${ready.token}` };
    expect(ApiKey.array().parse(await (await fetch(`${ready.api_url}/keys`, { headers })).json())).toEqual([]);
  });

  it.skipIf(noShell)(`of findings is an error when the file takes a part only${noShell}`, async () => {
    const folder = await tempFolder();
    await clip(folder, 'clip.mp4');

    const full = 'ulimit -f 1; $REELSCOPE --help > out.txt';
    expect((await shell(folder, full)).code).toBe(1);
  });
});

describe('arguments', () => {
  it.each([
    [['keys', 'list', '--data-dir', '']],
    [['analyze', 'x.mp4', '--data-dir', '']],
    [['keys', 'list', 'more']],
    [['keys', 'revoke', '1', '2']],
    [['moments', 'list', 'more']],
    [['stories', 'show', 'one', 'two']],
    [['models', 'list', 'more']],
    [['doctor', 'more']],
    [['serve', 'more']],
    [['analyze', 'x.mp4', 'y.mp4', '--csv']],
    [['analyze', '--resume']],
    [['analyze', 'x.mp4', '--jobs', '0']],
    [['backup', 'a', 'b']],
    [['verify', 'a', 'b']],
    [['help', 'analyze', 'more']],
    [['--version', 'more']],
  ])('%j are a usage error', async (args) => {
    const folder = await tempFolder();
    // An empty library.
    await writeFile(join(folder, 'reelscope.db'), '');
    const needsFolder = !args.includes('--data-dir') && !['help', '--version'].includes(args[0]!);
    const { code, stdout, stderr } = await runCommand(...args, ...(needsFolder ? ['--data-dir', folder] : []));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^reelscope: .+\n$/);
  });

  it.skipIf(noShell)(`name files of the library itself, which are refused${noShell}`, async () => {
    const folder = await tempFolder();
    await shell(folder, '$REELSCOPE projects create P --data-dir data');
    const { code, stderr } = await shell(folder, '$REELSCOPE analyze data/reelscope.db --data-dir data');
    expect([code, stderr]).toEqual([1, expect.stringContaining('(forbidden)')]);
  });

  it.skipIf(process.platform !== 'linux')('name a file whose name is not UTF-8', async () => {
    const folder = await tempFolder();
    const name = Buffer.from('Gr\xf6\xdfe.mp4', 'latin1');
    await rename(await clip(folder, 'plain.mp4'), Buffer.concat([Buffer.from(`${folder}/`), name]));
    for (let i = 0; i < 2; i++) {
      const { code, stdout } = await shell(folder, '$REELSCOPE analyze Gr*.mp4 --modules scenes --data-dir data');
      expect(code).toBe(0);
      expect(Results.parse(JSON.parse(stdout)).video_name).toBe('Größe.mp4');
    }
    expect(await videosOf(join(folder, 'data'))).toHaveLength(1);
  });
});
