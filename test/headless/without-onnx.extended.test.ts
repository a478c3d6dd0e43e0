import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommandWith } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';

/** Makes the loader fail as it does on a Windows without the Visual C++ runtime, in the server and in its workers. */
const REFUSES_ONNX = `
const Module = require('node:module');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  if (request.includes('onnxruntime_binding')) throw new Error('The specified module could not be found.');
  return resolve.call(this, request, ...rest);
};`;

it('analyzes without the modules that need ONNX Runtime when it can’t be loaded', { timeout: 120_000 }, async () => {
  const folder = await tempFolder();
  const hook = join(folder, 'refuse.cjs');
  await writeFile(hook, REFUSES_ONNX);
  const clip = join(folder, 'two shots.mp4');
  const pictures = Array.from({ length: 40 }, (_, index) => texture(320, 180, index < 20 ? 1 : 2));
  await writeMedia(clip, { video: { width: 320, height: 180, frameRate: 10, pictures } });

  const env = { ...process.env, NODE_OPTIONS: `--require "${hook}"` };
  const args = ['analyze', clip, '--csv', '--data-dir', join(folder, 'data')];
  const { stdout, stderr } = await runCommandWith(env, ...args);
  expect(stdout.match(/^scenes,/gm), stderr).toHaveLength(2);

  const doctor = await runCommandWith(env, 'doctor', '--data-dir', join(folder, 'data'));
  expect(doctor.stdout).toMatch(/^onnxruntime +can’t be loaded: The specified module could not be found\.$/m);
  expect(doctor.stdout).toMatch(/^✓ scenes /m);
});
