import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseLicenses } from '../../../../../src/renderer/features/settings/about/license-list.ts';
import { licensesText } from '../../../../../src/server/hosting/licenses.ts';
import { tempFolder } from '../../../../fixtures/temp.ts';

it("parses the server's list of licenses", async () => {
  const root = await tempFolder();
  await mkdir(join(root, 'node_modules/a'), { recursive: true });
  await writeFile(join(root, 'package.json'), '{"name":"x","version":"0.0.0","dependencies":{"a":"1"}}');
  await writeFile(join(root, 'node_modules/a/package.json'), '{"name":"a","version":"1.2.3","license":"MIT"}');
  await writeFile(join(root, 'node_modules/a/LICENSE'), 'First line\n\n=====\nlast line\n');
  const { head, packages } = parseLicenses(licensesText(root));
  expect(head).toMatch(/^Reelscope is free software/);
  expect(packages).toEqual([{ title: 'a 1.2.3 (MIT)', text: 'First line\n\n=====\nlast line' }]);
  expect(parseLicenses('')).toEqual({ head: '', packages: [] });
});
