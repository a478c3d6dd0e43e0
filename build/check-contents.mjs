import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files that must be unpacked from the archive in every package. */
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

/** Maximum total size without Electron's own files, in bytes before compression. */
const LIMIT_BYTES = 700e6;

/** Paths and sizes of all files in a folder. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: file.slice(folder.length + 1), bytes: statSync(file).size }));
}

/** electron-builder hook after packing. @throws Error when required files are missing or superfluous files are included */
export default function checkContents({ appOutDir, packager, electronPlatformName }) {
  const resources = packager.getResourcesDir(appOutDir);
  const unpacked = filesBelow(join(resources, 'app.asar.unpacked'));
  // ONNX Runtime no longer has a binary for Intel Macs; its engines are reported as unavailable there.
  const isIntelMac = electronPlatformName === 'darwin' && process.arch === 'x64';
  const wanted = UNPACKED.filter((pattern) => !(isIntelMac && pattern.source.startsWith('onnxruntime')));
  const missing = wanted.filter((pattern) => !unpacked.some(({ path }) => pattern.test(path)));
  if (missing.length > 0) throw new Error(`The package for ${electronPlatformName} is missing ${missing.join(', ')}.`);
  const others = ['darwin', 'linux', 'win32'].filter((name) => name !== electronPlatformName);
  const foreign = unpacked.filter(({ path }) =>
    others.some((name) => path.includes(`napi-v6/${name}`) || path.includes(`prebuilds/${name}`)),
  );
  if (foreign.length > 0) throw new Error(`The package contains binaries of another platform: ${foreign[0].path}`);
  const bytes = filesBelow(resources).reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > LIMIT_BYTES)
    throw new Error(
      `The package is ${Math.round(bytes / 1e6)} MB without Electron, over the limit of ${LIMIT_BYTES / 1e6} MB.`,
    );
}
