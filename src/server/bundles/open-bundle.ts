import { createHash } from 'node:crypto';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { parseJson } from '../../base/json/parse-json.ts';
import {
  BUNDLE_ENTRIES,
  BUNDLE_LIMITS,
  BUNDLE_VERSION,
  type BundleEntry,
  BundleHead,
  BundleManifest,
} from '../../contract/bundles/manifest.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { damagedEntry, invalidContent, invalidManifest, notPermitted, tooLargeBundle } from './bundle-errors.ts';
import { manifestSigner } from './bundle-signature.ts';

/**
 * A bundle with a valid manifest whose list of entries is that of the archive. Their content is checked as it is read.
 */
export interface OpenBundle {
  manifest: BundleManifest;
  /** Fingerprint of the installation that signed it; null for a bundle of an earlier version. */
  signer: string | null;
  /** Returns an entry of the manifest. */
  entry(name: string): BundleEntry | undefined;
  /**
   * Reads an entry, at most as long as it should be. @throws ReelscopeError `invalid_request` if it is not as written
   */
  read(entry: BundleEntry): AsyncGenerator<Buffer, void>;
  close(): void;
}

/** Methods of compression: none, and deflate. */
const METHODS = [0, 8];
const FILE_TYPE = 0o170000;
const REGULAR_FILE = 0o100000;

/**
 * Opens a bundle. Reads its list of files and its manifest only.
 * @throws ReelscopeError `invalid_request` (no bundle, damaged, or of a newer version), `too_large`
 */
export async function openBundle(file: string): Promise<OpenBundle> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true };
  const zip = await openPromise(file, options).catch((cause: unknown) => {
    throw new ReelscopeError('invalid_request', sentence('bundle.unreadable'), { cause });
  });
  try {
    const archived = await entriesOf(zip);
    const { manifest, signer } = await readManifest(zip, archived.get(BUNDLE_ENTRIES.manifest));
    const listed = compare(manifest, archived);
    return {
      manifest,
      signer,
      entry: (name) => listed.get(name),
      read: (entry) => readEntry(zip, archived.get(entry.name)!, entry),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Entries of the archive by name, without folders. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > BUNDLE_LIMITS.entries) throw tooLargeBundle();
  const { factor, freeBytes } = BUNDLE_LIMITS.inflation;
  let bytes = 0;
  const entries = new Map<string, Entry>();
  const names = new Set<string>();
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry;
      if (name.endsWith('/')) continue;
      bytes += entry.uncompressedSize;
      if (bytes > zip.fileSize * factor + freeBytes) throw tooLargeBundle();
      const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
      const isFile = type === 0 || type === REGULAR_FILE;
      // Names that differ in case alone are one file on some systems.
      if (!isFile || entry.isEncrypted() || !METHODS.includes(entry.compressionMethod) || names.has(name.toLowerCase()))
        throw notPermitted(name);
      names.add(name.toLowerCase());
      entries.set(name, entry);
    }
  } catch (error) {
    if (error instanceof ReelscopeError) throw error;
    // Names that lead out of a folder are refused by the reader of archives.
    const name = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)$/s.exec(
      (error as Error).message,
    )?.[1];
    if (name !== undefined) throw notPermitted(name, error);
    throw new ReelscopeError('invalid_request', sentence('bundle.unreadable'), { cause: error });
  }
  return entries;
}

async function readManifest(zip: ZipFile, entry: Entry | undefined): Promise<Pick<OpenBundle, 'manifest' | 'signer'>> {
  if (!entry) throw new ReelscopeError('invalid_request', sentence('bundle.unreadable'));
  if (entry.uncompressedSize > BUNDLE_LIMITS.manifestBytes) throw tooLargeBundle();
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(zip, entry, entry.uncompressedSize)) chunks.push(chunk);
  let text: string;
  let json: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    json = parseJson(text);
  } catch (cause) {
    throw invalidContent(BUNDLE_ENTRIES.manifest, cause);
  }
  const head = BundleHead.safeParse(json);
  if (!head.success) throw new ReelscopeError('invalid_request', sentence('bundle.unreadable'));
  const { format_version: version } = head.data;
  if (version > BUNDLE_VERSION) throw new ReelscopeError('invalid_request', sentence('bundle.newer', { version }));
  const parsed = BundleManifest.safeParse(json);
  if (!parsed.success) throw invalidManifest(parsed.error);
  const signer = manifestSigner(text);
  if (signer === undefined) throw damagedEntry(BUNDLE_ENTRIES.manifest);
  return { manifest: parsed.data, signer };
}

/** Requires that manifest and archive list the same entries. */
function compare({ entries }: BundleManifest, archived: ReadonlyMap<string, Entry>): Map<string, BundleEntry> {
  const listed = new Map(entries.map((entry) => [entry.name, entry]));
  if (listed.size < entries.length) throw invalidManifest(new Error('an entry is listed twice'));
  for (const { name, size_bytes } of entries) {
    const found = archived.get(name);
    if (!found || name === BUNDLE_ENTRIES.manifest)
      throw new ReelscopeError('invalid_request', sentence('bundle.missing', { entry: name }));
    if (found.uncompressedSize !== size_bytes) throw damagedEntry(name);
  }
  for (const name of archived.keys()) {
    if (name !== BUNDLE_ENTRIES.manifest && !listed.has(name))
      throw new ReelscopeError('invalid_request', sentence('bundle.unlisted', { entry: name }));
  }
  return listed;
}

/** Inflates at most `maxBytes`. */
async function* readChunks(zip: ZipFile, entry: Entry, maxBytes: number): AsyncGenerator<Buffer, void> {
  let bytes = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) throw damagedEntry(entry.fileName);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw error instanceof ReelscopeError ? error : damagedEntry(entry.fileName, error);
  }
}

async function* readEntry(zip: ZipFile, archived: Entry, entry: BundleEntry): AsyncGenerator<Buffer, void> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of readChunks(zip, archived, entry.size_bytes)) {
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes !== entry.size_bytes || hash.digest('hex') !== entry.sha256) throw damagedEntry(entry.name);
}
