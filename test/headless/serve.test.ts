import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand, startServe } from '../fixtures/command.ts';
import { tempFolder } from '../fixtures/temp.ts';

it('a second start on a folder points to the running server, and exits with an error for scripts', async () => {
  const data = join(await tempFolder(), 'data');
  const { ready } = await startServe(data);
  const second = await runCommand('serve', '--port', '0', '--data-dir', data);
  expect(second).toMatchObject({ code: 75, stdout: expect.stringContaining(`already running on ${data}`) });
  expect(second.stdout).toContain(`${ready.url}/#token=`);
  const script = await runCommand('serve', '--port', '0', '--json', '--data-dir', data);
  expect(script).toMatchObject({ code: 75, stdout: '', stderr: expect.stringContaining('"code":"conflict"') });
}, 120_000);

it('reports a taken port with alternatives, including REELSCOPE_PORT', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const data = join(await tempFolder(), 'data');
  const taken = await runCommand('serve', '--port', String(port), '--data-dir', data);
  expect(taken.code).toBe(1);
  expect(taken.stderr).toMatch(
    new RegExp(`Port ${port} is in use by another program.*\\(--port N, or REELSCOPE_PORT\\)`),
  );
  process.env['REELSCOPE_PORT'] = 'http';
  onTestFinished(() => {
    delete process.env['REELSCOPE_PORT'];
  });
  const wrong = await runCommand('serve', '--data-dir', data);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('REELSCOPE_PORT must be a number') });
  process.env['REELSCOPE_PORT'] = String(port);
  expect((await runCommand('serve', '--data-dir', data)).stderr).toContain(`Port ${port} is in use`);
}, 120_000);

it('reports an unusable data folder in one sentence', async () => {
  const { stderr, code } = await runCommand('serve', '--port', '0', '--data-dir', join(import.meta.filename, 'x'));
  expect(code).toBe(1);
  expect(
    stderr
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{')),
  ).toEqual([
    expect.stringMatching(/^reelscope: The data folder .* can’t be made or written\. Choose another .* \(forbidden\)$/),
  ]);
});
