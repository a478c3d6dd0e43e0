import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../../src/server/start.ts';
import { testHost } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';

test('docs/api.md names every path beyond the service interface', async () => {
  const server = await startServer(testHost(await tempFolder()), { port: 0 });
  onTestFinished(() => server.close());
  const { paths } = (await (await fetch(`${server.apiUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  const page = await readFile(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
  const named = new Set(page.match(/\/[a-z][\w{}/-]*/g));
  const isExtension = ({ summary }: { summary: string }) => summary.includes('(extension');
  const added = Object.entries(paths).filter(([, methods]) => Object.values(methods).some(isExtension));
  expect(added.length).toBeGreaterThan(30);
  expect(added.map(([path]) => path.replace(/^\/api/, '')).filter((path) => !named.has(path))).toEqual([]);
});
