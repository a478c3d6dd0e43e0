import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));

/** Parts of packages that nothing loads, and the entries to keep in them; together 300 MB of an installation on Linux. */
const PARTS = [
  // ONNX Runtime ships the binaries of every platform in one package.
  { folder: 'onnxruntime-node/bin/napi-v6', keep: [process.platform] },
  { folder: `onnxruntime-node/bin/napi-v6/${process.platform}`, keep: [process.arch] },
  // Only the weights of the object detector are used.
  { folder: '@vladmandic/human', keep: ['models', 'package.json', 'LICENSE', 'README.md'] },
  { folder: '@vladmandic/human/models', keep: ['centernet.bin', 'centernet.json'] },
  // Tools of Squirrel installers, which are not built.
  { folder: 'electron-winstaller', keep: ['lib', 'package.json', 'LICENSE', 'README.md'] },
];

/** Removes what nothing loads from the installed packages. Runs after `npm install` and `npm ci`. */
for (const { folder, keep } of PARTS) {
  for (const name of entriesOf(join(MODULES, folder))) {
    if (!keep.includes(name)) rmSync(join(MODULES, folder, name), { recursive: true, force: true });
  }
}

function entriesOf(folder) {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Development packages are missing from `npm ci --omit=dev`.
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
