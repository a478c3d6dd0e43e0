import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
/** Project files in backticks, optionally with quoted content. */
const REFERENCE = /`((?:src|test|docs|build)\/[\w./-]+|electron-builder\.yml|package\.json)(?::([^`]+))?`/g;

it('names existing files that contain the quoted code', () => {
  const references = [...text.matchAll(REFERENCE)];
  expect(references.length).toBeGreaterThan(35);
  for (const [whole, file, symbol] of references) {
    expect(existsSync(join(ROOT, file!)), whole).toBe(true);
    if (symbol) expect(readFileSync(join(ROOT, file!), 'utf8').includes(symbol), whole).toBe(true);
  }
});

it('covers every item of the checklist with a location in the code or a reason', () => {
  const items = [...text.matchAll(/^\| (\d+) \| .+? \| (.+) \|$/gm)];
  expect(items.map(([, number]) => Number(number))).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  for (const [whole, , here] of items) expect(here!.length, whole).toBeGreaterThan(10);
});

it('leaves none of the insecure settings in the code', () => {
  const warned =
    /webSecurity|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|allowpopups|webviewTag|nodeIntegrationIn|loadFile\(|file:\/\/|@electron\/remote|enableRemoteModule|disable-web-security|no-sandbox/;
  for (const file of globSync('src/{main,preload}/**/*.ts', { cwd: ROOT })) {
    expect(readFileSync(join(ROOT, file), 'utf8'), file).not.toMatch(warned);
  }
});
