import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { VISUAL_CPP_VERSION, visualCppUrl } from '../../src/models/onnx-runtime/visual-cpp.ts';
import { tempFolder } from '../fixtures/temp.ts';

const SCRIPT = join(import.meta.dirname, '../../build/installer.nsh');
const UNINSTALL = ['Section un.Test', '!insertmacro customUnInstall', 'SectionEnd'];
const reason = spawnSync('makensis', ['-VERSION']).error ? 'makensis is not installed' : null;
if (reason) console.warn(`The installer’s script was not compiled: ${reason}`);

it('offers the Visual C++ runtime that the packaged libraries need', () => {
  const script = readFileSync(SCRIPT, 'utf8');
  expect(script).toContain(`!define VISUAL_CPP_MINOR ${VISUAL_CPP_VERSION[1]}\n`);
  expect(script).toContain(`!define VISUAL_CPP_URL "${visualCppUrl('x64')}"`);
  // A silent installation must neither ask nor use the network.
  expect(script).toMatch(/MessageBox MB_YESNO\S* "\$R2" \/SD IDNO/);
});

it('offers the videos of the other systems, without becoming their default player', async () => {
  const script = readFileSync(SCRIPT, 'utf8');
  const offered = [...script.matchAll(/!insertmacro \$\{ACTION\} (\w+)/g)].map(([, ending]) => ending);
  const config = readFileSync(join(SCRIPT, '../../electron-builder.yml'), 'utf8');
  const endings = [...config.matchAll(/\{ ext: \[?([\w, ]+)\]?,/g)].flatMap(([, list]) => list!.split(', '));
  expect(offered).toEqual(endings);
  // The default value of the ending’s key is the default player.
  expect(script).not.toMatch(/Classes\\\.\$\{EXTENSION\}" ""/);
  expect(config).not.toMatch(/^(?:win|nsis):(?:\n +.*)*fileAssociations|^fileAssociations/m);
});

it.skipIf(reason)('compiles without warnings', async () => {
  const folder = await tempFolder();
  const file = join(folder, 'test.nsi');
  const lines = [
    'Unicode true',
    'Var appExe',
    'Name test',
    `OutFile "${join(folder, 'test.exe')}"`,
    `!include "${SCRIPT}"`,
  ];
  writeFileSync(
    file,
    [
      ...lines,
      'Section',
      'StrCpy $appExe test',
      '!insertmacro customInstall',
      `WriteUninstaller "$TEMP\\un.exe"`,
      'SectionEnd',
      ...UNINSTALL,
      '',
    ].join('\n'),
  );
  const { status, stdout } = spawnSync('makensis', ['-V2', '-WX', '-INPUTCHARSET', 'UTF8', file], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
