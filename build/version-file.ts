import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isVersion } from '../src/base/version.ts';

/**
 * Content of the file that names the newest version; installations read it only if their users ask
 * (src/server/updates).
 * @param version of the release @param repository its address on the web, such as `https://github.com/owner/name`
 * @throws Error for text that is no version
 */
export function versionFile(version: string, repository: string): string {
  if (!isVersion(version)) throw new Error(`“${version}” is no version.`);
  const page = `${repository}/releases/tag/v${version}`;
  return `${JSON.stringify({ version, page }, null, 2)}\n`;
}

/*
 * `node build/version-file.ts REPOSITORY FILE`: writes the file for the version of the manifest. Runs without packages.
 */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [repository, file] = process.argv.slice(2);
  if (!repository || !file) throw new Error('Usage: version-file.ts REPOSITORY FILE');
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  writeFileSync(file, versionFile(manifest.version, repository));
}
