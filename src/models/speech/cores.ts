import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

let known: number | undefined;

/** Physical cores that this process may use: more threads than these make matrix products slower, not faster. */
export function physicalCores(): number {
  known ??= Math.max(1, Math.min(availableParallelism(), count() ?? guess()));
  return known;
}

function count(): number | undefined {
  try {
    if (process.platform === 'linux') return linuxCores();
    if (process.platform === 'darwin')
      return Number(execFileSync('sysctl', ['-n', 'hw.physicalcpu'], { timeout: 2000 }));
  } catch {
    // The system does not tell; the guess stands.
  }
  return undefined;
}

function linuxCores(): number {
  const root = '/sys/devices/system/cpu';
  const cores = readdirSync(root)
    .filter((name) => /^cpu\d+$/.test(name))
    .map((name) =>
      ['physical_package_id', 'core_id']
        .map((file) => readFileSync(`${root}/${name}/topology/${file}`, 'utf8').trim())
        .join(':'),
    );
  return new Set(cores).size;
}

/** Two threads a core is the rule on x64, one elsewhere. */
function guess(): number {
  return process.arch === 'x64' ? Math.ceil(availableParallelism() / 2) : availableParallelism();
}
