import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import {
  checkDeletionWhileOpen,
  checkNames,
  checkReadOnlySource,
  checkSessionEnd,
  type Running,
} from '../../.ci/extra-checks.ts';
import { startServe } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { createTempFolder, tempFolder } from '../fixtures/temp.ts';
import { noSignals } from '../fixtures/this-system.ts';

/** The checks of .ci/extras.ts, with a server in place of the installed application. */
let clip: string;
beforeAll(async () => {
  const folder = await createTempFolder();
  clip = join(folder.path, 'clip.mp4');
  const pictures = Array.from({ length: 120 }, (_, index) => texture(320, 180, Math.floor(index / 40)));
  await writeMedia(clip, { video: { width: 320, height: 180, frameRate: 10, pictures } });
  return folder.remove;
});

async function application(data: string): Promise<Running & { pid: number }> {
  const { ready } = await startServe(data);
  return { ...ready, data };
}

it('names, open files, and read-only sources', { timeout: 120_000 }, async () => {
  const folder = await tempFolder();
  const app = await application(join(folder, 'data'));
  await checkNames(app, clip, folder);
  await checkDeletionWhileOpen(app, clip);
  await mkdir(join(folder, 'closed'));
  const source = join(folder, 'closed', 'source.mp4');
  await copyFile(clip, source);
  await chmod(source, 0o444);
  await checkReadOnlySource(app, source);
  await expect(checkReadOnlySource(app, join(folder, 'missing.mp4'))).rejects.toThrow(/storage\/import: 404/);
});

it.skipIf(noSignals)(`the end of a session${noSignals}`, { timeout: 120_000 }, async () => {
  const data = join(await tempFolder(), 'data');
  const app = await application(data);
  const end = async () => void process.kill(app.pid, 'SIGKILL');
  await checkSessionEnd(app, clip, end, () => application(data), ['scenes']);
});
