import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * `node .ci/windows-extras.ts FOLDER`: the installer of a folder with its library on an exFAT volume, and without the Visual C++
 * runtime. Changes the machine (a virtual disk, files of System32), so for a runner only. Elsewhere than on Windows, prints what it
 * would run.
 */
const [folder = 'installer'] = process.argv.slice(2);
const isWindows = process.platform === 'win32';
const temp = isWindows ? tmpdir() : 'TEMP';

function run(program: string, ...args: string[]): void {
  console.log(`${isWindows ? '' : 'dry run: '}${program} ${args.join(' ')}`);
  if (isWindows) execFileSync(program, args, { stdio: 'inherit' });
}

function diskpart(...lines: string[]): void {
  const script = join(temp, 'diskpart.txt');
  console.log(lines.map((line) => `  ${line}`).join('\n'));
  if (isWindows) writeFileSync(script, lines.join('\r\n'));
  run('diskpart', '/s', script);
}

const smoke = (...args: string[]) => run(process.execPath, '.ci/smoke-installer.ts', folder, ...args);

// exFAT has neither hard links nor permissions.
const disk = join(temp, 'reelscope.vhdx');
diskpart(
  `create vdisk file="${disk}" maximum=2048 type=expandable`,
  ...['attach vdisk', 'create partition primary', 'format fs=exfat quick label=REELSCOPE', 'assign letter=R'],
);
try {
  smoke('--data-root', 'R:\\');
} finally {
  diskpart(`select vdisk file="${disk}"`, 'detach vdisk');
}

const system = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32');
for (const name of [
  'msvcp140.dll',
  'msvcp140_1.dll',
  'msvcp140_atomic_wait.dll',
  'vcruntime140.dll',
  'vcruntime140_1.dll',
]) {
  const file = join(system, name);
  run('takeown', '/F', file);
  run('icacls', file, '/grant', 'Administrators:F');
  run('cmd', '/c', 'ren', file, `${name}.away`);
}
smoke('--without-onnx');
