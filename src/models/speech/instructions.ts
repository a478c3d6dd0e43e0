import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Flags of `/proc/cpuinfo` and `sysctl` with the usual name of the instruction set, from fast to slow for 8-bit models.
 */
const NAMES: readonly (readonly [flag: string, name: string])[] = [
  ['avx512_vnni', 'AVX-512 VNNI'],
  ['avx512vnni', 'AVX-512 VNNI'],
  ['avx_vnni', 'AVX VNNI'],
  ['avx512f', 'AVX-512'],
  ['avx2', 'AVX2'],
  ['avx', 'AVX'],
  ['avx1.0', 'AVX'],
  ['sse4_2', 'SSE4.2'],
  ['sse4.2', 'SSE4.2'],
  ['i8mm', 'NEON with 8-bit matrix products'],
  ['feat_i8mm', 'NEON with 8-bit matrix products'],
  ['asimddp', 'NEON with 8-bit dot products'],
  ['feat_dotprod', 'NEON with 8-bit dot products'],
  ['asimd', 'NEON'],
];

/** Name of the best instruction set among a processor's flags; null if there is none. Pure. */
export function bestInstructions(flags: Iterable<string>): string | null {
  const held = new Set([...flags].map((flag) => flag.toLowerCase()));
  return NAMES.find(([flag]) => held.has(flag))?.[1] ?? null;
}

/**
 * The instruction set that this processor runs 8-bit models with, or its architecture where the system reports no
 * flags.
 */
export function instructionSet(): string {
  try {
    return bestInstructions(flagsOf(process.platform)) ?? process.arch;
  } catch {
    return process.arch;
  }
}

function flagsOf(platform: NodeJS.Platform): string[] {
  if (platform === 'linux') {
    return /^(?:flags|Features)\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1]?.split(/\s+/) ?? [];
  }
  if (platform !== 'darwin') return [];
  const read = (...names: string[]) => execFileSync('sysctl', names, { encoding: 'utf8', timeout: 2000 });
  if (process.arch === 'x64') {
    return read('-n', 'machdep.cpu.features', 'machdep.cpu.leaf7_features').split(/\s+/);
  }
  const features = read('hw.optional.arm').matchAll(/^hw\.optional\.arm\.(\w+): 1$/gm);
  return ['asimd', ...[...features].map(([, name]) => name!)];
}
