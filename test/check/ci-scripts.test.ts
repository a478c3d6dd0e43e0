import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../fixtures/temp.ts';
import { noDryRun, noShell } from '../fixtures/this-system.ts';

const ROOT = join(import.meta.dirname, '../..');
const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT }).map((file) =>
  readFileSync(join(ROOT, file), 'utf8'),
);

/** Runs a script of the workflows as far as it goes on this system. */
function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
}

it('workflows call scripts that exist', () => {
  const called = workflows.flatMap((text) =>
    [...text.matchAll(/(?<![\w/])(?:\.ci|build)\/[\w.-]+/g)].map(([path]) => path),
  );
  expect(called.length).toBeGreaterThan(10);
  expect([...new Set(called)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const npm = workflows.flatMap((text) => [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name!));
  expect(npm.filter((name) => !(name in scripts))).toEqual([]);
});

describe.skipIf(noShell)(`scripts for other systems, as a dry run${noShell}`, () => {
  it('Windows: exFAT, a read-only volume, the end of a session, and no Visual C++ runtime', () => {
    const steps = run(process.execPath, ['.ci/windows-extras.ts', 'installer']).split('\n');
    const order = [
      'fs=exfat',
      '--data-root R:',
      'fs=ntfs',
      'readonly',
      'extras.ts installer --read-only S:',
      'msvcp140.dll.away',
    ];
    const found = order.map((step) => steps.findIndex((line) => line.includes(step)));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found).not.toContain(-1);
    // Renamed files get their names back.
    const renamed = steps.filter((line) => line.startsWith('dry run: cmd /c ren'));
    expect(renamed.filter((line) => line.endsWith('.away'))).toHaveLength(renamed.length / 2);
    expect(steps.findIndex((line) => line.includes('--without-onnx'))).toBeGreaterThan(found.at(-1)!);
  });

  it.skipIf(noDryRun)(`macOS: mounts the disk image and verifies the signature${noDryRun}`, async () => {
    const folder = await tempFolder();
    writeFileSync(join(folder, 'Reelscope-1.0.0-mac-arm64.dmg'), '');
    const steps = run('.ci/check-dmg', [folder]);
    expect(steps).toMatch(
      /hdiutil attach .*\.dmg[\s\S]*ditto[\s\S]*hdiutil detach[\s\S]*codesign --verify --deep --strict/,
    );
  });

  it('packs an application with the address of new versions, and installers around a signed one', async () => {
    const pack = (args: string[], env: NodeJS.ProcessEnv = {}) => run('.ci/pack', args, { PACK_DRY_RUN: '1', ...env });
    const url = 'https://releases.example/version.json';
    expect(pack(['app'])).toBe('dry run: npx electron-builder --publish never --dir\n');
    expect(pack(['app'], { VERSION_FILE_URL: url })).toBe(
      `dry run: npx electron-builder --publish never --dir -c.extraMetadata.versionFile=${url}\n`,
    );
    const folder = await tempFolder();
    expect(pack(['installers', folder])).toBe(
      `dry run: npx electron-builder --publish never --prepackaged ${folder}\n` +
        'dry run: node build/release-files.ts dist release\n',
    );
    mkdirSync(join(folder, 'Reelscope.app'));
    expect(pack(['installers', folder])).toContain(`--prepackaged ${folder}/Reelscope.app\n`);
  });

  it.skipIf(noDryRun)(`signs what is inside first, and only with a certificate${noDryRun}`, async () => {
    const folder = join(await tempFolder(), 'app');
    const app = join(folder, 'Reelscope.app');
    const helper = join(app, 'Contents/Frameworks/Helper.app');
    mkdirSync(helper, { recursive: true });
    // The magic number of Mach-O for 64 bits, and its header for a program.
    const program = Buffer.alloc(64);
    program.writeUInt32LE(0xfeedfacf, 0);
    program.writeUInt32LE(0x0100000c, 4);
    program.writeUInt32LE(2, 12);
    writeFileSync(join(helper, 'addon.node'), program);
    writeFileSync(join(app, 'Contents/text.js'), 'export {};');
    writeFileSync(join(folder, 'Reelscope.exe'), '');
    const sign = (env: NodeJS.ProcessEnv) => run('.ci/sign', [folder], { SIGN_DRY_RUN: '1', ...env });
    for (const PACK_SYSTEM of ['Darwin', 'MINGW64_NT', 'Linux'])
      expect(sign({ PACK_SYSTEM, MAC_CERTIFICATE: '', WINDOWS_CERTIFICATE: '' })).toBe('');
    expect(existsSync(`${folder}.signed`)).toBe(false);
    const certificate = { PACK_SYSTEM: 'Darwin', MAC_CERTIFICATE: 'eA==', MAC_CERTIFICATE_PASSWORD: 'secret' };
    const mac = sign({
      ...certificate,
      MAC_IDENTITY: 'Reelscope',
      APPLE_ID: 'a',
      APPLE_APP_SPECIFIC_PASSWORD: 'b',
      APPLE_TEAM_ID: 'c',
    });
    const signed = [...mac.matchAll(/codesign --force … (.+)/g)].map(([, path]) => path);
    expect(signed).toEqual([join(helper, 'addon.node'), helper, app]);
    expect(mac).toMatch(/codesign --verify[\s\S]*notarytool[\s\S]*stapler/);
    expect(mac).not.toContain('secret');
    expect(existsSync(`${folder}.signed`)).toBe(true);
    const windows = { PACK_SYSTEM: 'MINGW64_NT', WINDOWS_CERTIFICATE: 'eA==', WINDOWS_CERTIFICATE_PASSWORD: 'secret' };
    expect(sign(windows)).toMatch(/signtool\.exe sign … .*Reelscope\.exe\n$/);
  });

  it.skipIf(noDryRun)(`reads a video of a volume that can’t be written${noDryRun}`, () => {
    const [listed = ''] = run('.ci/read-only-volume', ['resources/icon.png', 'ls', '-l']).split('\n');
    expect(listed).toMatch(/^-r--r--r--.*read-only\.mp4$/);
  });
});

it('releases name their version for installations', async () => {
  const file = join(await tempFolder(), 'version.json');
  run(process.execPath, ['build/version-file.ts', 'https://git.example/a/b', file]);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    version,
    page: `https://git.example/a/b/releases/tag/v${version}`,
  });
});
