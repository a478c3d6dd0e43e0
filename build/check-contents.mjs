import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What must lie on disk in every package, and not inside the archive. */
const UNPACKED = [
  /onnxruntime_binding\.node$/,
  /better-sqlite3[\\/]prebuilds[\\/].+\.node$/,
  /node-av-.+[\\/].+\.node$/,
  /node-whisper-.+\.node$/,
  /sharp-.+\.node$/,
  /sqlite-vec-.+[\\/]vec0\./,
  /human[\\/]models[\\/]/,
  /ocr-models[\\/]/,
];

/** The largest that all files beside Electron's own may be, in bytes before compression. */
const LIMIT_BYTES = 700e6;

/** Sizes of files below a folder by their path in it. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: file.slice(folder.length + 1), bytes: statSync(file).size }));
}

/** Hook of electron-builder, after files are packed: a package that lacks something, or has too much, is an error. */
export default function checkContents({ appOutDir, packager, electronPlatformName }) {
  const resources = packager.getResourcesDir(appOutDir);
  const unpacked = filesBelow(join(resources, 'app.asar.unpacked'));
  // ONNX Runtime has no binary for Intel Macs any more: what needs it says so there, and the rest works.
  const isIntelMac = electronPlatformName === 'darwin' && process.arch === 'x64';
  const wanted = UNPACKED.filter((pattern) => !(isIntelMac && pattern.source.startsWith('onnxruntime')));
  const missing = wanted.filter((pattern) => !unpacked.some(({ path }) => pattern.test(path)));
  if (missing.length > 0) throw new Error(`The package for ${electronPlatformName} lacks ${missing.join(', ')}.`);
  const others = ['darwin', 'linux', 'win32'].filter((name) => name !== electronPlatformName);
  const foreign = unpacked.filter(({ path }) =>
    others.some((name) => path.includes(`napi-v6/${name}`) || path.includes(`prebuilds/${name}`)),
  );
  if (foreign.length > 0) throw new Error(`Binaries of another platform are inside: ${foreign[0].path}`);
  const bytes = filesBelow(resources).reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > LIMIT_BYTES) throw new Error(`The package has ${Math.round(bytes / 1e6)} MB, beside Electron.`);
}
