import { execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * `node .ci/windows-extras.ts FOLDER`: the installer of a folder with its library on an exFAT volume, a source on a
 * read-only volume, the end of a session, and without the Visual C++ runtime. Changes the machine (virtual disks, files
 * of System32), so for a runner only. Elsewhere than on Windows, prints what it would run.
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

/** Creates a volume, for the time of some work with its drive letter. */
function withVolume(letter: string, fileSystem: string, work: (root: string, disk: string) => void): void {
  const disk = join(temp, `reelscope-${letter}.vhdx`);
  diskpart(
    `create vdisk file="${disk}" maximum=2048 type=expandable`,
    ...['attach vdisk', 'create partition primary', `format fs=${fileSystem} quick label=REELSCOPE`],
    `assign letter=${letter}`,
  );
  try {
    work(`${letter}:\\`, disk);
  } finally {
    diskpart(`select vdisk file="${disk}"`, 'detach vdisk');
  }
}

// exFAT has neither hard links nor permissions.
withVolume('R', 'exfat', (root) => smoke('--data-root', root));

withVolume('S', 'ntfs', (root, disk) => {
  const video = join(root, 'read-only.mp4');
  if (isWindows) copyFileSync(join(folder, 'smoke.mp4'), video);
  diskpart(`select vdisk file="${disk}"`, 'detach vdisk', 'attach vdisk readonly');
  run(process.execPath, '.ci/extras.ts', folder, '--read-only', video);
});

const system = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32');
const libraries = ['msvcp140', 'msvcp140_1', 'msvcp140_atomic_wait', 'vcruntime140', 'vcruntime140_1'];
for (const name of libraries) {
  const file = join(system, `${name}.dll`);
  run('takeown', '/F', file);
  run('icacls', file, '/grant', 'Administrators:F');
  run('cmd', '/c', 'ren', file, `${name}.dll.away`);
}
try {
  smoke('--without-onnx');
} finally {
  for (const name of libraries) run('cmd', '/c', 'ren', join(system, `${name}.dll.away`), `${name}.dll`);
}
