import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/*
 * `node build/sbom.ts FILE`: writes the packages of an installation (CycloneDX), without those for development.
 */
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--sbom-type', 'application'];
const { stdout, stderr, status } = spawnSync(npm, args, {
  encoding: 'utf8',
  maxBuffer: 64e6,
  shell: process.platform === 'win32',
});
if (status !== 0) throw new Error(stderr);
const { components } = JSON.parse(stdout) as { components: unknown[] };
writeFileSync(process.argv[2] ?? 'reelscope.cdx.json', stdout);
console.log(`${components.length} components`);
