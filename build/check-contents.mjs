import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkNativeFiles, reportText } from './native/check.ts';

/** Files that must be unpacked from the archive in every package, by their path with slashes. */
const UNPACKED = [
  /onnxruntime_binding\.node$/,
  /better-sqlite3\/prebuilds\/.+\.node$/,
  /node-av-.+\/.+\.node$/,
  /node-whisper-.+\.node$/,
  /sqlite-vec-.+\/vec0\./,
  /human\/models\//,
  /ocr-models\//,
];

/**
 * Libraries that bring GLib, or link the system's: Electron has loaded its own, and objects of one in the other end in
 * endless messages, leaks, or a crash (docs/decisions/0026-images-are-decoded-by-ffmpeg.md).
 */
const GLIB = /g_object_unref|libgobject-2|libglib-2/;

/** Maximum total size without Electron's own files, in bytes before compression. */
const LIMIT_BYTES = 700e6;

/** electron-builder's numbers of processors (`Arch`). */
const ARCHS = { 1: 'x64', 3: 'arm64' };

/** Paths (with slashes on every system) and sizes of all files in a folder. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: file.slice(folder.length + 1).replaceAll('\\', '/'), bytes: statSync(file).size }));
}

/**
 * Checks the files of a package beside the archive for missing and foreign ones.
 * @param {{ path: string, bytes: number }[]} unpacked paths with slashes
 * @param {string} platform of Node @param {string} arch of Node
 * @returns {string | null} the problem in one sentence, or null
 */
export function contentsProblem(unpacked, platform, arch) {
  // ONNX Runtime has no binary for Intel Macs; its engines are reported as unavailable there.
  const isIntelMac = platform === 'darwin' && arch === 'x64';
  const wanted = UNPACKED.filter((pattern) => !(isIntelMac && pattern.source.startsWith('onnxruntime')));
  const missing = wanted.filter((pattern) => !unpacked.some(({ path }) => pattern.test(path)));
  if (missing.length > 0) return `The package for ${platform} is missing ${missing.join(', ')}.`;
  const others = ['darwin', 'linux', 'win32'].filter((name) => name !== platform);
  const foreign = unpacked.find(({ path }) =>
    others.some((name) => path.includes(`napi-v6/${name}`) || path.includes(`prebuilds/${name}`)),
  );
  return foreign ? `The package contains binaries of another platform: ${foreign.path}` : null;
}

/**
 * Options that FFmpeg's own configure script refuses beside --enable-gpl: it lists what they add as not
 * redistributable.
 */
const NOT_REDISTRIBUTABLE = ['--enable-nonfree', '--enable-libfdk-aac', '--enable-decklink'];

/**
 * Options of an FFmpeg build whose result FFmpeg calls not redistributable, by the configuration in its binary.
 * @param {Uint8Array} binary
 * @returns {string[]}
 */
export function uncleared(binary) {
  const bytes = Buffer.from(binary.buffer, binary.byteOffset, binary.byteLength);
  return NOT_REDISTRIBUTABLE.filter((option) => bytes.includes(`${option} `));
}

/**
 * Warns of a license that isn't cleared, and refuses to pack a release with it: its distributor states that a lawyer
 * cleared it, or takes the risk (docs/platforms.md).
 */
function checkLicense(unpackedFolder, { VERSION_FILE_URL, FFMPEG_LICENSE_CLEARED }) {
  const { path } = filesBelow(unpackedFolder).find((file) => /node-av-.+\/.+\.node$/.test(file.path));
  const options = uncleared(readFileSync(join(unpackedFolder, path)));
  if (options.length === 0) return;
  const text = `FFmpeg in this package has ${options.join(', ')}: it may not be passed on (docs/platforms.md).`;
  if (VERSION_FILE_URL && FFMPEG_LICENSE_CLEARED !== '1')
    throw new Error(`${text} FFMPEG_LICENSE_CLEARED=1 states that you may.`);
  console.warn(`  • ${text}`);
}

/**
 * Finds native files for Linux that contain or link GLib.
 * @param {string} folder such as `app.asar.unpacked`
 * @returns {string[]} their paths in the folder
 */
export function filesWithGlib(folder) {
  return filesBelow(folder)
    .map(({ path }) => path)
    .filter((path) => /\.(?:node|so)(?:\.[\d.]+)?$/.test(path))
    .filter((path) => GLIB.test(readFileSync(join(folder, path)).toString('latin1')));
}

/**
 * Finds files and folders that only the account of the build can read, as after `umask 077`.
 * @param {string} folder
 * @returns {string[]} their paths in the folder
 */
export function privateFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink())
    .filter((entry) => {
      const wanted = entry.isDirectory() ? 0o005 : 0o004;
      return (statSync(join(entry.parentPath, entry.name)).mode & wanted) !== wanted;
    })
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function checkLinux(appOutDir, unpackedFolder) {
  const glib = filesWithGlib(unpackedFolder);
  if (glib.length > 0) throw new Error(`Beside Electron’s GLib, the package brings another: ${glib.join(', ')}`);
  const [first] = privateFiles(appOutDir);
  if (first) throw new Error(`Other accounts can’t read “${first}” of the package. Build and pack with “umask 022”.`);
}

/**
 * electron-builder hook after packing. @throws Error when required files are missing, superfluous files are included,
 * or a release may not be passed on
 */
export default function checkContents({ appOutDir, packager, electronPlatformName, arch }) {
  const resources = packager.getResourcesDir(appOutDir);
  const unpackedFolder = join(resources, 'app.asar.unpacked');
  const problem = contentsProblem(filesBelow(unpackedFolder), electronPlatformName, ARCHS[arch]);
  if (problem) throw new Error(problem);
  checkLicense(unpackedFolder, process.env);
  if (electronPlatformName !== 'linux') {
    const report = checkNativeFiles(unpackedFolder, {
      platform: electronPlatformName,
      arch: ARCHS[arch],
      // The script that the configuration names installs it (build/installer.nsh).
      hasVisualCpp: Boolean(packager.config.nsis?.include),
      minimumSystem: packager.config.mac?.minimumSystemVersion ?? undefined,
    });
    console.log(`  • ${reportText(report)}`);
    if (report.problems.length > 0)
      throw new Error(`Native files of the package can’t be loaded on a fresh system. ${reportText(report)}`);
  }
  if (electronPlatformName === 'linux') checkLinux(appOutDir, unpackedFolder);
  const bytes = filesBelow(resources).reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > LIMIT_BYTES)
    throw new Error(
      `The package is ${Math.round(bytes / 1e6)} MB without Electron, over the limit of ${LIMIT_BYTES / 1e6} MB.`,
    );
}
