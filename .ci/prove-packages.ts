import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { contentsProblem } from '../build/check-contents.mjs';
import { checkNativeFiles, reportText } from '../build/native/check.ts';

/*
 * `node .ci/prove-packages.ts`: installs the packages for Windows and macOS from the registry, on any system, and runs
 * the checks of afterPack on them: they must pass, and fail once a library is taken away. `node .ci/prove-packages.ts
 * FOLDER` keeps the packages there.
 */
const ROOT = resolve(import.meta.dirname, '..');
/** Each with a library of ONNX Runtime that the addon beside it imports. */
const TARGETS = [
  { platform: 'win32', arch: 'x64', library: 'onnxruntime.dll' },
  { platform: 'darwin', arch: 'arm64', library: 'libonnxruntime.1.dylib' },
] as const;
/** Files that `npm ci` reads. */
const MANIFESTS = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'build/empty-package',
  'build/client-generator/package.json',
];

type Target = (typeof TARGETS)[number];

/**
 * Installs the packages of a system, without the files that electron-builder.yml excludes. @returns the folder of
 * node_modules
 */
function install({ platform, arch }: Target, folder: string): string {
  for (const name of MANIFESTS) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['ci', `--os=${platform}`, `--cpu=${arch}`, '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync(npm, args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  const modules = join(folder, 'node_modules');
  const keep = (inside: string, isKept: (name: string) => boolean) => {
    for (const name of readdirSync(join(modules, inside)))
      if (!isKept(name)) rmSync(join(modules, inside, name), { recursive: true });
  };
  keep('onnxruntime-node/bin/napi-v6', (name) => name === platform);
  keep(`onnxruntime-node/bin/napi-v6/${platform}`, (name) => name === arch);
  keep(`onnxruntime-node/bin/napi-v6/${platform}/${arch}`, (name) => !/\.\d+\.\d+\.\d+\.dylib$/.test(name));
  keep('better-sqlite3/prebuilds', (name) => name === `${platform}-${arch}.node`);
  keep('@seydx', (name) => !name.endsWith('-mingw'));
  return modules;
}

/** The checks of afterPack. @returns the problem, or null */
function problemOf({ platform, arch }: Target, folder: string): string | null {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ path: join(entry.parentPath, entry.name).replaceAll('\\', '/'), bytes: 0 }));
  const minimum = platform === 'darwin' ? { minimumSystem: '15.0' } : {};
  const report = checkNativeFiles(folder, { platform, arch, hasVisualCpp: true, ...minimum });
  console.log(`${platform}-${arch}: ${reportText(report)}`);
  return contentsProblem(files, platform, arch) ?? report.problems[0] ?? null;
}

const [given] = process.argv.slice(2);
const root = given ?? mkdtempSync(join(tmpdir(), 'reelscope-packages-'));
try {
  for (const target of TARGETS) {
    const { platform, arch, library } = target;
    const modules = install(target, join(root, platform));
    const problem = problemOf(target, modules);
    if (problem !== null) throw new Error(problem);
    const file = join(modules, 'onnxruntime-node/bin/napi-v6', platform, arch, library);
    renameSync(file, join(root, library));
    if (!problemOf(target, modules)?.includes(library))
      throw new Error(`${library} was taken away, and nothing missed it.`);
    renameSync(join(root, library), file);
  }
} finally {
  if (given === undefined) rmSync(root, { recursive: true, force: true });
}
