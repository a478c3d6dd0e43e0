import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { makeZip } from 'client-zip';
import { BUNDLE_ENTRIES, type BundleEntry, type BundleManifest } from '../../contract/bundles/manifest.ts';
import type { InstallationKey } from '../evidence/installation-key.ts';
import { signManifest } from './bundle-signature.ts';

/** An entry to write. Its content is read once, when its turn comes. */
export interface BundlePart {
  name: string;
  /** Null for a file that is gone by then. */
  open(): AsyncIterable<Uint8Array | string>;
}

/**
 * Writes a bundle while it is read: the parts in order, and last the manifest with their hashes.
 * @param at time of all entries, so that equal content gives an equal file
 * @param key signs the manifest
 */
export function writeBundle(
  manifest: Omit<BundleManifest, 'entries' | 'signature'>,
  parts: Iterable<BundlePart>,
  at: Date,
  key: Pick<InstallationKey, 'signBundle'>,
): ReadableStream<Uint8Array> {
  const entries: BundleEntry[] = [];
  async function* all() {
    for (const { name, open } of parts) {
      yield { name, lastModified: at, input: hashed(name, open(), entries) };
    }
    // Read after all others.
    yield {
      name: BUNDLE_ENTRIES.manifest,
      lastModified: at,
      input: textOf(() => signManifest({ ...manifest, entries }, key)),
    };
  }
  return makeZip(all());
}

async function* hashed(
  name: string,
  content: AsyncIterable<Uint8Array | string>,
  entries: BundleEntry[],
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256');
  let size_bytes = 0;
  for await (const chunk of content) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    hash.update(bytes);
    size_bytes += bytes.length;
    yield bytes;
    // Other requests are answered between the chunks.
    await setImmediate();
  }
  entries.push({ name, size_bytes, sha256: hash.digest('hex') });
}

async function* textOf(value: () => unknown): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(`${JSON.stringify(value(), null, 1)}\n`);
}

/** Lines per chunk: a few hundred kilobytes. */
const LINES = 500;

/** A part with one JSON text a line. */
export function linesPart(name: string, values: readonly unknown[]): BundlePart {
  return {
    name,
    async *open() {
      for (let at = 0; at < values.length; at += LINES) {
        yield values
          .slice(at, at + LINES)
          .map((value) => `${JSON.stringify(value)}\n`)
          .join('');
      }
    },
  };
}

/** A part with the content of a file. */
export function filePart(name: string, file: string): BundlePart {
  return { name, open: () => createReadStream(file) };
}

/** A part with a text in pieces. @param open begins to write the text */
export function textPart(name: string, open: () => Iterable<string>): BundlePart {
  return {
    name,
    async *open() {
      yield* open();
    },
  };
}
