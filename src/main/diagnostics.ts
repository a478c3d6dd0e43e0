import { readFile } from 'node:fs/promises';
import { logFiles } from '../server/log-file.ts';
import type { Backend } from './backend.ts';

/** The diagnostics bundle of this installation. @throws Error when another process has the library */
export async function collectDiagnostics({ own, host }: Backend): Promise<Uint8Array> {
  if (!own) throw new Error('The server that has this library is another program; ask “reelscope doctor”.');
  const { electron, chrome, node } = process.versions as Record<string, string | undefined>;
  const logs = await Promise.all(logFiles(host.logFile).map((file) => readFile(file, 'utf8')));
  return own.diagnostics({ logs, versions: { electron, chrome, node }, counts: { keyring: host.hasKeyring ? 1 : 0 } });
}
