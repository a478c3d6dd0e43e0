import { expect, it, vi } from 'vitest';
import { serveCommand } from '../../../src/headless/commands/serve.ts';

let umask: number | undefined;

vi.mock('../../../src/headless/project-builds.ts', () => ({
  WINDOW_FOLDER: '',
  buildWindow() {
    umask = process.umask();
    throw new Error('built');
  },
}));

it('builds the window for all accounts, which may start the same installation', async () => {
  const input = { values: { port: '0' }, positionals: [], signal: new AbortController().signal };
  await expect(serveCommand.run(input)).rejects.toThrow('built');
  expect(umask! & 0o055).toBe(0);
});
