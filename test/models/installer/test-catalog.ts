import { createHash } from 'node:crypto';
import type { CatalogEntry, CatalogFile } from '../../../src/models/catalog/index.ts';
import { seededRandom } from '../../fixtures/random.ts';

const random = seededRandom(3);
export const bytesOf = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));

export const WEIGHTS = bytesOf(300_000);
export const CONFIG = Buffer.from('{"toy":true}');
export const LOOSE = bytesOf(5000);

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

/** A model with one file, one with two, and one without a published checksum. */
export const TOYS: readonly CatalogEntry[] = [
  entry('one', [published('weights.bin', WEIGHTS)]),
  entry('two', [published('config.json', CONFIG), published('onnx/model.onnx', WEIGHTS)]),
  entry('loose', [{ path: 'loose.bin', bytes: null, hash: null }]),
];

const at = (path: string) => `/toys/models/resolve/main/${path}`;

export const toyFiles = (): Record<string, Buffer> => ({
  [at('weights.bin')]: WEIGHTS,
  [at('config.json')]: CONFIG,
  [at('onnx/model.onnx')]: WEIGHTS,
  [at('loose.bin')]: LOOSE,
});
export const toyPath = at;
