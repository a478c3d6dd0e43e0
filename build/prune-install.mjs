import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));

const DOCS = ['package.json', 'LICENSE', 'README.md'];

/**
 * Parts of packages that nothing loads, and the entries to keep in them; with the source maps together 550 MB of an
 * installation on Linux.
 */
const PARTS = [
  // ONNX Runtime ships the binaries of every platform in one package.
  { folder: 'onnxruntime-node/bin/napi-v6', keep: [process.platform] },
  { folder: `onnxruntime-node/bin/napi-v6/${process.platform}`, keep: [process.arch] },
  // Only the weights of the object and face detectors are used.
  { folder: '@vladmandic/human', keep: [...DOCS, 'models'] },
  { folder: '@vladmandic/human/models', keep: ['blazeface.bin', 'blazeface.json', 'centernet.bin', 'centernet.json'] },
  // Only the weights of the face recognizer.
  { folder: '@vladmandic/face-api', keep: [...DOCS, 'model'] },
  {
    folder: '@vladmandic/face-api/model',
    keep: ['face_recognition_model.bin', 'face_recognition_model-weights_manifest.json'],
  },
  // One build of Tesseract's neural recognizer, and the small data of each language.
  { folder: 'tesseract.js-core', keep: [...DOCS, 'tesseract-core-simd-lstm.js', 'tesseract-core-simd-lstm.wasm'] },
  ...entriesOf(join(MODULES, '@tesseract.js-data')).map((language) => ({
    folder: `@tesseract.js-data/${language}`,
    keep: [...DOCS, '4.0.0_best_int'],
  })),
  // The smallest data by which languages are distinguished, which does as well as the others (6 MB).
  { folder: 'eld/src/ngrams', keep: ['extrasmall.js'] },
  // Headers to compile native code against this Node; node-gyp gets its own.
  {
    folder: `node/node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
    keep: [...DOCS, 'bin'],
  },
  // Tools of Squirrel installers, which are not built.
  { folder: 'electron-winstaller', keep: [...DOCS, 'lib'] },
];

/** Removes what nothing loads from the installed packages. Runs after `npm install` and `npm ci`. */
for (const { folder, keep } of PARTS) {
  for (const name of entriesOf(join(MODULES, folder))) {
    if (!keep.includes(name)) rmSync(join(MODULES, folder, name), { recursive: true, force: true });
  }
}

for (const path of readdirSync(MODULES, { recursive: true })) {
  if (/\.([cm]?[jt]s|css)\.map$/.test(path)) rmSync(join(MODULES, path), { force: true });
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
