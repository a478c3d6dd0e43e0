import { join } from 'node:path';
import { z } from 'zod';
import { readJson } from './json-file.ts';

/** Set while an installer is packed (.ci/pack). */
const Manifest = z.object({ versionFile: z.string().optional() });

/**
 * Address of the file that names the newest version: from the environment, otherwise from the manifest of the package.
 * Builds from source have none. @param folder of the application's `package.json`
 */
export function versionSource(folder: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env['REELSCOPE_VERSION_URL'] ?? readJson(join(folder, 'package.json'), Manifest)?.versionFile;
}
