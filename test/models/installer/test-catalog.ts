import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { CatalogEntry, CatalogFile } from '../../../src/models/catalog/index.ts';
import { seededRandom } from '../../fixtures/random.ts';

const random = seededRandom(3);
export const bytesOf = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));

export const WEIGHTS = bytesOf(300_000);
export const CONFIG = Buffer.from('{"toy":true}');
export const LOOSE = bytesOf(5000);
export const ADDON = bytesOf(1300);

/** A package as npm publishes it: a compressed tar archive (ustar) whose sizes are octal texts. */
export function npmPackage(files: Readonly<Record<string, Buffer>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const header = Buffer.alloc(512);
    header.write(name, 0, 'latin1');
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    header.write('0ustar\x0000', 156, 'latin1');
    return [header, content, Buffer.alloc(-content.length & 511)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

const PACKAGE = npmPackage({ 'package/package.json': CONFIG, 'package/index.node': ADDON });

const published = (path: string, bytes: Buffer): CatalogFile => ({
  path,
  bytes: bytes.length,
  hash: { algorithm: 'sha1', hex: createHash('sha1').update(bytes).digest('hex') },
});

function entry(id: string, files: CatalogFile[]): CatalogEntry {
  return {
    id,
    name: `Toy ${id}`,
    task: 'sentence-embedding',
    engine: 'transformers.js',
    languages: ['en'],
    license: 'MIT',
    repository: 'toys/models',
    revision: 'main',
    files,
    memoryBytes: null,
    publishedAt: 'https://example.org/list',
    note: { message: '' },
  };
}

/** A model with one file, one with two, one without a published checksum, and a package of the npm registry. */
export const TOYS: readonly CatalogEntry[] = [
  entry('one', [published('weights.bin', WEIGHTS)]),
  entry('two', [published('config.json', CONFIG), published('onnx/model.onnx', WEIGHTS)]),
  entry('loose', [{ path: 'loose.bin', bytes: null, hash: null }]),
  {
    ...entry('packed', [published('addon-1.0.0.tgz', PACKAGE)]),
    packed: { registry: 'https://registry.example', member: 'package/index.node' },
  },
];

const at = (path: string) => `/toys/models/resolve/main/${path}`;

export const toyFiles = (): Record<string, Buffer> => ({
  [at('weights.bin')]: WEIGHTS,
  [at('config.json')]: CONFIG,
  [at('onnx/model.onnx')]: WEIGHTS,
  [at('loose.bin')]: LOOSE,
  [at('addon-1.0.0.tgz')]: PACKAGE,
});
export const toyPath = at;
