import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { licensesText } from '../../../src/server/hosting/licenses.ts';
import { tempFolder } from '../../fixtures/temp.ts';

it('lists exactly the packages in a copy: named ones, their dependencies, and those in the window', async () => {
  const root = await tempFolder();
  const write = async (folder: string, manifest: object, licence?: string) => {
    await mkdir(join(root, folder), { recursive: true });
    await writeFile(join(root, folder, 'package.json'), JSON.stringify(manifest));
    if (licence) await writeFile(join(root, folder, 'LICENSE.md'), licence);
  };
  await write('.', {
    name: 'x',
    version: '0.0.0',
    dependencies: { a: '1' },
    devDependencies: { widgets: '1', tool: '1' },
  });
  await write(
    'node_modules/a',
    {
      name: 'a',
      version: '1.0.0',
      license: 'MIT',
      dependencies: { '@s/b': '2' },
      optionalDependencies: { other: '1' },
    },
    'Text of a',
  );
  await write('node_modules/@s/b', {
    name: '@s/b',
    version: '2.0.0',
    license: { type: 'ISC' },
    dependencies: { a: '1' },
  });
  await write('node_modules/a/node_modules/@s/b', { name: '@s/b', version: '1.9.0', license: 'ISC' }, 'Older b');
  await write('node_modules/widgets', { name: 'widgets', version: '3.0.0', license: 'MIT' }, 'Text of widgets');
  await write('node_modules/tool', { name: 'tool', version: '1.0.0', license: 'MIT' });
  await mkdir(join(root, 'src/renderer/ui'), { recursive: true });
  await writeFile(join(root, 'src/renderer/ui/x.tsx'), "import { W } from 'widgets/button';\nimport './own.ts';\n");
  const text = licensesText(root);
  expect(text.match(/^\S+ \d+\.\d+\.\d+ \(.*\)$/gm)).toEqual([
    '@s/b 1.9.0 (ISC)',
    'a 1.0.0 (MIT)',
    'widgets 3.0.0 (MIT)',
  ]);
  for (const own of ['Text of a', 'Older b', 'Text of widgets']) expect(text).toContain(own);
});
