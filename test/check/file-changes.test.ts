import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');
/** Calls of `node:fs` that Windows refuses while a file is open. */
const CHANGE = /\bfs\.(?:promises\.)?(rename|rm|rmdir|unlink)(?:Sync)?\(/g;
const IMPORT = /import \{([^}]*)\} from 'node:fs(?:\/promises)?'/g;

/** Names of the changing calls that a text of code has. */
function changesIn(code: string): string[] {
  const imported = [...code.matchAll(IMPORT)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
  const named = imported.filter((name) => /^(rename|rm|rmdir|unlink)(Sync)?(\s+as\s|$)/.test(name));
  return [...named, ...[...code.matchAll(CHANGE)].map(([call]) => call)];
}

it('finds both ways to call the file system', () => {
  expect(changesIn("import { readFile, rm } from 'node:fs/promises';")).toEqual(['rm']);
  expect(changesIn("import * as fs from 'node:fs';\nfs.renameSync(a, b);")).toEqual(['fs.renameSync(']);
  expect(changesIn("store.rename(id, name); speakers.rm('x');")).toEqual([]);
});

it('renames and deletes files in src/files only, where open files are waited for', () => {
  const found = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith(`files${sep}`))
    .flatMap((name) =>
      changesIn(readFileSync(join(SRC, name), 'utf8')).map((call) => `${relative('', name)}: ${call}`),
    );
  expect(found).toEqual([]);
});
