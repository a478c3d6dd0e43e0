import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interrupt, startCommand, startServe } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid, texture } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { waitUntil } from '../fixtures/wait.ts';

async function clip(path: string, seed: number): Promise<void> {
  await fs.mkdir(join(path, '..'), { recursive: true });
  const pictures = Array.from({ length: 20 }, (_, i) =>
    i < 10 ? texture(160, 90, seed) : solid(160, 90, [(seed * 37) % 250, 80, 200]),
  );
  await writeMedia(path, { video: { width: 160, height: 90, frameRate: 10, pictures } });
}

const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const SCENES = ['--modules', 'scenes'];

async function analyze(data: string, ...args: string[]) {
  return startCommand('analyze', ...args, ...SCENES, '--data-dir', data).result;
}

describe('analyze with several files', () => {
  it('writes the findings of a tree of folders, without losing any of the same name', async () => {
    const folder = await tempFolder();
    const [data, footage, out] = [join(folder, 'data'), join(folder, 'footage'), join(folder, 'out')];
    await clip(join(footage, 'a/clip.mp4'), 1);
    await clip(join(footage, 'b/clip.mp4'), 2);
    await clip(join(folder, 'other/clip.mp4'), 3);
    await fs.writeFile(join(footage, 'notes.txt'), 'no video');
    await fs.writeFile(join(footage, 'broken.mp4'), 'no video either');
    const args = [join(folder, 'other/clip.mp4'), join(footage, 'a/clip.mp4'), footage, '--recursive'];
    const first = await analyze(data, ...args, '--output-dir', out, '--csv');
    expect(first.code).toBe(1);
    expect(first.stderr.split('\n').filter((line) => /^\d\/4/.test(line))).toHaveLength(4);
    expect(first.stderr).toMatch(/failed +.*broken\.mp4/);
    expect(first.stderr).toContain('5 files: 3 analyzed, 1 not video or audio, 1 failed.');
    const written = (await fs.readdir(out, { recursive: true })).filter((name) => name.endsWith('.csv')).sort();
    expect(written).toEqual(['clip.mp4 (2).csv', 'clip.mp4.csv', 'footage/b/clip.mp4.csv']);
    expect(first.stdout.trim().split('\n').sort()).toEqual(written.map((name) => join(out, name)));
    expect(await fs.readFile(join(out, 'clip.mp4.csv'), 'utf8')).toMatch(/^\ufeffmodule,start_time/);

    // Again, with another option that changes nothing: the same files, none analyzed twice.
    await fs.rm(join(footage, 'broken.mp4'));
    const again = await analyze(data, ...args, '--output-dir', out, '--csv', '--resume');
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('0 analyzed, 3 already analyzed') });
    expect((await fs.readdir(out, { recursive: true })).filter((name) => name.endsWith('.csv')).sort()).toEqual(
      written,
    );
    expect(await fs.readdir(join(data, 'analyze-runs'))).toEqual([]);
  }, 120_000);

  it('prints lines of JSON, and analyzes content once whatever its name', async () => {
    const folder = await tempFolder();
    const data = join(folder, 'data');
    await clip(join(folder, 'one.mp4'), 1);
    await fs.copyFile(join(folder, 'one.mp4'), join(folder, 'same.mp4'));
    await clip(join(folder, '-two.mp4'), 2);
    // Through the server that has the library open.
    const { ready } = await startServe(data);
    const { code, stdout, stderr } = await analyze(data, join(folder, '*.mp4'), '--jobs', '2');
    const lines = linesOf(stdout);
    expect([code, lines.at(-1)]).toEqual([0, expect.objectContaining({ event: 'summary', files: 3, failed: 0 })]);
    const files = lines.slice(0, -1);
    expect(files.map(({ status }) => status).sort()).not.toContain('failed');
    expect(files.every(({ results }) => results.status === 'completed')).toBe(true);
    expect(new Set(files.map(({ job_id }) => job_id)).size).toBe(2);
    expect(stderr).toMatch(/3 files: /);
    const headers = { authorization: `Bearer ${ready.token}` };
    expect(await (await fetch(`${ready.api_url}/videos`, { headers })).json()).toHaveLength(2);

    const again = linesOf((await analyze(data, join(folder, 'one.mp4'), join(folder, 'same.mp4'))).stdout);
    expect(again.slice(0, 2).map(({ status }) => status)).toEqual(['skipped', 'skipped']);
    const other = await startCommand('analyze', join(folder, 'one.mp4'), '--modules', 'scenes,ocr', '--data-dir', data)
      .result;
    expect(other.stderr).not.toContain('Already analyzed');
    const single = await analyze(data, join(folder, 'one.mp4'));
    expect(single.stderr).toContain('Already analyzed with these modules and options');
    expect((await analyze(data, join(folder, 'one.mp4'), '--again')).stderr).not.toContain('Already analyzed');
  }, 120_000);

  it.each(['SIGKILL', 'SIGINT'] as const)(
    'after %s, --resume goes on and analyzes nothing twice',
    async (signal) => {
      const folder = await tempFolder();
      const [data, out] = [join(folder, 'data'), join(folder, 'out')];
      for (let i = 0; i < 6; i++) await clip(join(folder, `footage/${i}.mp4`), i);
      const args = [...SCENES, '--output-dir', out, '--data-dir', data];
      const first = startCommand('analyze', join(folder, 'footage'), ...args);
      await waitUntil(() => first.stdout().split('\n').length > 2, { timeout: 60_000 });
      if (signal === 'SIGINT') interrupt(first.child, signal);
      else first.child.kill(signal);
      const { code, stdout, stderr } = await first.result;
      const done = stdout.trim().split('\n').length;
      expect([done < 6, code]).toEqual([true, signal === 'SIGKILL' ? null : 130]);
      if (signal === 'SIGINT') expect(stderr).toContain('reelscope analyze --resume');

      const second = await startCommand('analyze', '--resume', '--data-dir', data).result;
      expect(second.code).toBe(0);
      expect(second.stdout.trim().split('\n')).toHaveLength(6);
      expect((await fs.readdir(join(out, 'footage'))).sort()).toEqual([0, 1, 2, 3, 4, 5].map((i) => `${i}.mp4.json`));
      const { ready } = await startServe(data);
      const headers = { authorization: `Bearer ${ready.token}` };
      const videos = (await (await fetch(`${ready.api_url}/videos`, { headers })).json()) as { status: string }[];
      expect(videos.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'completed'));
    },
    120_000,
  );
});
