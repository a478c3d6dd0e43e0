import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../fixtures/temp.ts';
import { checkImports } from './check-imports.ts';
import { findImports } from './find-imports.ts';
import { type ImportTable, importTable } from './import-table.ts';

/**
 * Checks a tree of files against a table, by default the project's own; returns `file:line: message` of each violation.
 */
async function check(files: Record<string, string>, table: ImportTable = importTable): Promise<string[]> {
  const folder = await tempFolder();
  for (const [path, source] of Object.entries(files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), source);
  }
  return checkImports(folder, table).map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

/** Each: the file that imports, what it imports, and whether that is allowed. */
const rules: [file: string, code: string, allowed: boolean][] = [
  ['base/a.ts', "import './b.ts';", true],
  ['base/a.ts', "import '../contract/b.ts';", false],
  ['base/a.ts', "import 'node:path';", false],
  ['base/a.ts', "import 'zod';", false],
  ['contract/a.ts', "import 'zod'; import '../base/b.ts';", true],
  ['contract/a.ts', "import 'node:crypto';", false],
  ['contract/a.ts', "import type { A } from '../server/b.ts';", false],
  ['media/a.ts', "import 'node-av/lib'; import 'node:fs'; import '../contract/b.ts';", true],
  ['media/a.ts', "import '../models/b.ts';", false],
  ['models/ocr/a.ts', "import '../engine.ts'; import 'onnxruntime-node'; ", true],
  ['models/ocr/a.ts', "import '../../media/b.ts';", false],
  ['models/ocr/a.ts', "import 'node-av/lib';", false],
  ['models/ocr/a.ts', "import 'onnxruntime-node-evil';", false],
  ['modules/scenes/a.ts', "import '../../media/b.ts'; import '../../models/b.ts';", true],
  ['modules/scenes/a.ts', "import '../../pipeline/b.ts';", false],
  ['modules/scenes/a.ts', "import 'node-av';", false],
  ['pipeline/a.ts', "import '../modules/b.ts'; import '../media/b.ts';", true],
  ['pipeline/a.ts', "import '../db/b.ts';", false],
  ['storage/a.ts', "import '../db/b.ts';", false],
  ['db/a.ts', "import 'kysely'; import 'better-sqlite3'; import 'sqlite-vec';", true],
  ['db/a.ts', "import '../storage/b.ts';", false],
  ['server/a.ts', "import 'kysely';", false],
  ['server/a.ts', "import 'better-sqlite3';", false],
  ['storage/a.ts', "import 'sqlite-vec';", false],
  ['server/http/a.ts', "import 'hono'; import 'hono/cors'; import '@hono/zod-openapi';", true],
  ['server/http/a.ts', "import '../../db/b.ts';", false],
  ['server/library/a.ts', "import '../../db/b.ts'; import '../errors/b.ts';", true],
  ['server/library/a.ts', "import 'hono';", false],
  ['server/library/a.ts', "import type { A } from '../jobs/b.ts';", false],
  ['server/jobs/a.ts', "import '../library/b.ts';", true],
  ['server/chat/a.ts', "import '../http/middleware/b.ts';", false],
  ['server/http/context/a.ts', "import type { A } from '../../library/b.ts';", true],
  ['server/http/context/a.ts', "import { a } from '../../library/b.ts';", false],
  ['server/sharing/a.ts', "import '../http/serving/b.ts';", true],
  ['server/sharing/a.ts', "import '../http/routes/b.ts';", false],
  ['headless/a.ts', "import 'hono';", false],
  ['main/a.ts', "import '@hono/node-server';", false],
  ['server/jobs/a.ts', "import '../../pipeline/protocol.ts';", true],
  ['server/http/routes/a.ts', "import '../../../pipeline/protocol.ts';", false],
  ['server/a.ts', "import '../pipeline/worker.ts';", false],
  ['server/a.ts', "import type { A } from '../pipeline/worker.ts';", false],
  ['server/a.ts', "import { a } from '../models/engine.ts';", true],
  ['server/a.ts', "import type { A } from '../models/ocr/index.ts';", false],
  ['models/ocr/a.ts', "import type { A } from '../../media/frames.ts';", true],
  ['models/ocr/a.ts', "export type { A } from '../../media/frames.ts';", true],
  ['models/ocr/a.ts', "import { a } from '../../media/frames.ts';", false],
  ['models/ocr/a.ts', "import { type A } from '../../media/frames.ts';", false],
  ['models/ocr/a.ts', "export * from '../../media/frames.ts';", false],
  ['models/ocr/a.ts', "import type { A } from '../../media/probe.ts';", false],
  ['headless/a.ts', "import manifest from '../../package.json' with { type: 'json' };", true],
  ['headless/a.ts', "import '../../test/a.ts';", false],
  ['server/a.ts', "import '../media/b.ts';", false],
  ['server/a.ts', "import '../main/b.ts';", false],
  ['server/a.ts', "import 'electron';", false],
  ['headless/a.ts', "import 'electron';", false],
  ['renderer/app/a.ts', "import 'electron';", false],
  ['main/a.ts', "import 'electron'; import '../server/b.ts';", true],
  ['main/a.ts', "import '../headless/b.ts';", false],
  ['main/a.ts', "import '../db/b.ts';", false],
  ['preload/a.ts', "import 'electron'; import '../contract/b.ts';", true],
  ['preload/a.ts', "import '../base/b.ts';", false],
  ['preload/a.ts', "import 'node:fs';", false],
  ['renderer/main.tsx', "import './app/b.tsx'; import './ui/b.ts';", true],
  ['renderer/main.tsx', "import 'react-dom/client';", false],
  ['renderer/app/a.tsx', "import 'react-dom/client';", true],
  ['renderer/app/a.tsx', "import '../features/find/b.tsx'; import '../ui/b.tsx';", true],
  ['renderer/features/find/a.tsx', "import './b.tsx'; import '../../ui/b.tsx'; import '../../api/b.ts';", true],
  ['renderer/features/find/a.tsx', "import '../library/b.tsx';", false],
  ['renderer/features/find/a.tsx', "import type { A } from '../library/b.tsx';", false],
  ['renderer/features/find/a.tsx', "import '../../app/b.tsx';", false],
  ['renderer/ui/a.tsx', "import '../features/find/b.tsx';", false],
  ['renderer/ui/a.tsx', "import '../api/b.ts';", false],
  ['renderer/api/a.ts', "import 'eventsource-parser/stream';", true],
  ['renderer/api/a.ts', "import 'hono';", false],
  ['renderer/api/a.ts', "import '../../server/b.ts';", false],
  ['renderer/ui/a.ts', "import 'eventsource-parser/stream';", false],
  ['renderer/ui/a.ts', "import 'node:fs';", false],
];

describe('the import table', () => {
  test.each(rules)('%s: %s (allowed: %s)', async (file, code, allowed) => {
    const violations = await check({ [file]: code });
    expect(violations).toHaveLength(allowed ? 0 : 1);
    if (!allowed) expect(violations[0]).toMatch(new RegExp(`^${file}:1: `));
  });

  test('rejects unlisted folders, packages, outside files, and computed imports', async () => {
    expect(await check({ 'utils/a.ts': '', 'renderer/hooks/a.ts': '', 'a.ts': '' })).toHaveLength(3);
    expect(await check({ 'server/a.ts': "import 'lodash'; import 'fs'; import '#alias';" })).toHaveLength(3);
    expect(await check({ 'server/a.ts': "import '../../package.json';" })).toEqual([
      'server/a.ts:1: server may not import ../package.json, which lies outside the source folder',
    ]);
    expect(await check({ 'modules/a.ts': 'export const load = (name) => import(name);' })).toEqual([
      'modules/a.ts:1: a computed import can not be checked: name the module in quotes',
    ]);
  });

  test('finds imports through `createRequire`, by scope if the rest of the name is computed', async () => {
    const made = "const load = createRequire('x'); ";
    expect(await check({ 'models/a.ts': `${made}load(\`@fugood/node-\${b}\`);` })).toEqual([]);
    expect(await check({ 'models/a.ts': `${made}load.resolve.paths(name);` })).toEqual([]);
    for (const code of [
      `${made}load(name);`,
      `${made}load(\`\${scope}/x\`);`,
      `${made}load(\`./\${name}.ts\`);`,
      `${made}load(\`@elsewhere/\${name}\`);`,
      `${made}load('kysely');`,
      `${made}export { load };`,
      `${made}give(load);`,
      `${made}const other = load;`,
      'export default createRequire(here);',
      'give(createRequire(here));',
      "import { createRequire as cr } from 'node:module'; cr(here)('kysely');",
    ])
      expect(await check({ 'models/a.ts': code }), code).not.toEqual([]);
    expect(await check({ 'headless/a.ts': "createRequire(here).resolve('electron/package.json');" })).toEqual([]);
    expect(await check({ 'headless/a.ts': "createRequire(here)('electron');" })).toHaveLength(1);
  });

  test('reports file, line, and reason', async () => {
    const source = "import 'zod';\n\nexport { open } from '../db/open.ts';\n";
    expect(await check({ 'contract/a.ts': source })).toEqual([
      'contract/a.ts:3: contract may not import db/open.ts; it may: base',
    ]);
  });

  test('denies an area access to an area inside it', async () => {
    const rule = { imports: [], packages: [], node: false };
    const files = { 'a/x.ts': "import './b/y.ts';", 'a/b/y.ts': "import '../x.ts';" };
    expect(await check(files, { a: rule, 'a/b': rule })).toHaveLength(2);
    expect(await check(files, { a: rule })).toEqual([]);
  });

  test('throws for a tree without sources', async () => {
    await expect(check({ 'readme.md': '' })).rejects.toThrow('no source files');
  });
});

test.each([
  ["import a, { b } from 'x';", false],
  ["import type { A } from 'x';", true],
  ["import { type A } from 'x';", false],
  ["import * as a from 'x';", false],
  ["import 'x';", false],
  ["import a from 'x' with { type: 'json' };", false],
  ["export { a } from 'x';", false],
  ["export * from 'x';", false],
  ["export type { A } from 'x';", true],
  ["export type * from 'x';", true],
  ["const a = async () => (await import('x')).a;", false],
  ['const a = import(`x`);', false],
  ["let a: import('x').A | undefined;", true],
  ["let a: typeof import('x');", true],
  ["import a = require('x');", false],
  ["const a = require('x');", false],
  ["const a = require.resolve('x');", false],
  ["const load = createRequire(import.meta.url); load('x');", false],
  ["const load = make.createRequire(import.meta.url); load.resolve('x');", false],
  ["createRequire(import.meta.url)('x');", false],
  ["createRequire(import.meta.url).resolve('x');", false],
])('finds the import in %s', (source, typeOnly) => {
  expect(findImports(`// import 'comment';\n${source}\nconst text = "import 'text'";`, 'a.ts')).toEqual([
    { specifier: 'x', line: 2, typeOnly },
  ]);
});

test('parses JSX, and throws for files that do not parse', () => {
  expect(findImports("const a = <div title=\"import 'no'\" />;\nimport 'x';", 'a.tsx')).toHaveLength(1);
  expect(() => findImports('import {', 'a.ts')).toThrow('a.ts');
});
