import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sample, WHOLE } from '../fixtures/extended.ts';

const ROOT = join(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

let folder: string;

beforeAll(async () => {
  // Inside the project, so that packages resolve as they do for its own files.
  await mkdir(join(ROOT, '.artifacts'), { recursive: true });
  folder = await mkdtemp(join(ROOT, '.artifacts/environments-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the compiler; returns its output, which holds the errors. */
function tsc(...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [TSC, ...args], { cwd: ROOT, maxBuffer: 1 << 26 }, (_, stdout) => resolve(stdout));
  });
}

/** Compiles one line of code with the settings of an environment. */
async function compile(environment: string, code: string): Promise<string> {
  const project = await mkdtemp(join(folder, 'probe-'));
  const globals = environment === 'neutral' ? [join(ROOT, 'src/base/globals.d.ts')] : [];
  const config = {
    extends: join(ROOT, `tsconfig/${environment}.json`),
    compilerOptions: { composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: ROOT },
    files: [...globals, 'probe.ts'],
    include: [],
    references: [],
  };
  await writeFile(join(project, 'probe.ts'), `${code}\nexport {};\n`);
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));
  return tsc('-p', project);
}

/** Paths of all files that a project reads, relative to the root of the repository. */
async function filesOf(environment: string): Promise<string[]> {
  const listed = await tsc('-p', `tsconfig/${environment}.json`, '--listFilesOnly');
  return listed.split('\n').flatMap((line) => (line ? [relative(ROOT, line.trim()).replaceAll('\\', '/')] : []));
}

const BUFFER = "console.log(Buffer.from('a'));";
const NODE_FS = "import { readFileSync } from 'node:fs'; console.log(readFileSync);";
const DOCUMENT = "document.title = 'a';";
const NEUTRAL = "export const at = (signal: AbortSignal) => signal.aborted || URL.parse('http://a')?.protocol;";

describe('code of an environment', () => {
  const FOREIGN = [
    ['neutral', 'Buffer', BUFFER],
    ['neutral', 'node:fs', NODE_FS],
    ['neutral', 'the DOM', DOCUMENT],
    ['dom', 'Buffer', BUFFER],
    ['dom', 'node:fs', NODE_FS],
    ['node', 'the DOM', DOCUMENT],
    ['test', 'the DOM', DOCUMENT],
  ] as const;
  test.each(sample(FOREIGN, 3))('%s cannot use %s', WHOLE, async (environment, _, code) => {
    expect(await compile(environment, code)).toMatch(/error TS(2304|2307|2580|2584|2591)/);
  });

  const OWN = [
    ['neutral', 'shared globals', NEUTRAL],
    ['dom', 'the DOM', DOCUMENT],
    ['node', 'Node', `${NODE_FS}${BUFFER}`],
    ['test-dom', 'both', `${NODE_FS}${BUFFER}${DOCUMENT}`],
  ] as const;
  test.each(sample(OWN, 1))('%s can use %s', WHOLE, async (environment, _, code) => {
    expect(await compile(environment, code)).toBe('');
  });
});

test('keeps declarations of Node and the DOM out of base, contract and the window', async () => {
  const [neutral, dom] = await Promise.all([filesOf('neutral'), filesOf('dom')]);
  expect(neutral).toContain('src/base/ids.ts');
  expect(neutral).toContain('src/contract/errors.ts');
  expect(dom).toContain('src/renderer/main.tsx');
  const ofNode = (file: string) => /node_modules\/(@types\/node|undici-types)\//.test(file);
  const ofBrowser = (file: string) => /\/lib\.(dom|webworker)/.test(file);
  expect([...neutral, ...dom].filter(ofNode)).toEqual([]);
  expect(neutral.filter(ofBrowser)).toEqual([]);
});
