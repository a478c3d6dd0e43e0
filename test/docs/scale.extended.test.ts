import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ENTRY, runCommand } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { repeat, texture } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';

const EXAMPLES = join(import.meta.dirname, '../../docs/examples/scale');
const run = promisify(execFile);

// The examples are for a POSIX shell.
test.skipIf(process.platform === 'win32')(
  'a task of Slurm and a pod of Kubernetes each analyze their line of the list, and their bundles merge',
  async () => {
    const folder = await tempFolder();
    const bundles = join(folder, 'bundles');
    await mkdir(bundles);
    const videos = [join(folder, 'first clip.mp4'), join(folder, 'second.mp4')];
    for (const [index, path] of videos.entries()) {
      const pictures = repeat(texture(160, 120, index + 1), 20);
      await writeMedia(path, { video: { width: 160, height: 120, frameRate: 10, pictures } });
    }
    await writeFile(join(folder, 'videos.txt'), `${videos.join('\n')}\n`);
    const program = `#!/bin/sh\nexec "${process.execPath}" "${ENTRY}" "$@" --modules scenes\n`;
    await writeFile(join(folder, 'reelscope'), program, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, TMPDIR: folder };

    const task = join(EXAMPLES, 'slurm-array.sh');
    const slurm = { ...env, SLURM_ARRAY_TASK_ID: '1' };
    await run('sh', [task, join(folder, 'videos.txt'), bundles], { env: slurm, cwd: folder });
    const manifest = await readFile(join(EXAMPLES, 'kubernetes-job.yaml'), 'utf8');
    const script = manifest
      .match(/- \|\n((?: {14}.*\n)+)/)![1]!
      .replaceAll('/footage', folder)
      .replaceAll('/bundles', bundles);
    await run('sh', ['-euc', script], { env: { ...env, JOB_COMPLETION_INDEX: '1' }, cwd: folder });

    const made = [join(bundles, '1-first clip.mp4.reelscope'), join(bundles, '1-second.mp4.reelscope')];
    const data = join(folder, 'data');
    const imported = await runCommand('bundles', 'import', ...made, '--data-dir', data);
    expect(imported).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/added\tfirst clip.mp4[\s\S]*added\tsecond.mp4/),
    });
  },
  180_000,
);
