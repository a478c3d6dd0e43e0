import { randomUUID } from 'node:crypto';
import { constants, copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { removeFolder } from '../../files/remove.ts';
import { CATALOG, type CatalogEntry } from '../catalog/index.ts';
import { readSpeechModel } from '../speech/model-file.ts';
import { type CustomModelFolder, readCustomModelFolder } from './custom-folder.ts';
import { type FreeBytes, hashesOf, makeParent, publish, requireSpace } from './files.ts';
import { type InstalledModel, PARTIAL } from './installed.ts';
import { unpack } from './unpack.ts';
import type { Verifier } from './verify.ts';

export interface ImportParts {
  folder: string;
  verifier: Verifier;
  free: FreeBytes;
  now: () => number;
  catalog?: readonly CatalogEntry[];
}

/**
 * Installs a model by copying a local file or folder, which is never modified. Models that are not in the catalog are
 * installed as custom models: a Whisper or Parakeet model, or a folder with a sentence encoder, an image captioner, a
 * text-image model, or a speaker model.
 * @param id catalog id, if it can't be inferred from the file names
 * @throws ReelscopeError `not_found`, `conflict` (checksum), `unsupported_media_type`, `storage_full`
 */
export async function importModel(source: string, id: string | undefined, parts: ImportParts): Promise<InstalledModel> {
  const found = await stat(source).catch((cause: unknown) => {
    throw new ReelscopeError('not_found', sentence('import.not-found'), { cause });
  });
  if (!found.isFile() && !found.isDirectory()) throw unknownModel();
  const catalog = parts.catalog ?? CATALOG;
  const entry = id === undefined ? await identify(source, found.isDirectory(), catalog) : byId(id, catalog);
  const staging = join(parts.folder, PARTIAL, `import-${randomUUID()}`);
  await mkdir(staging, { recursive: true });
  try {
    const model = entry
      ? await copyCatalogModel(entry, source, found.isDirectory(), staging, parts)
      : await copyCustomModel(source, found.isDirectory(), staging, parts);
    await publish(staging, parts.folder, model);
    return model;
  } finally {
    await removeFolder(staging);
  }
}

function byId(id: string, catalog: readonly CatalogEntry[]): CatalogEntry {
  const entry = catalog.find((candidate) => candidate.id === id);
  if (!entry) throw new ReelscopeError('not_found', sentence('import.not-in-catalog', { model: id }));
  return entry;
}

async function identify(source: string, isFolder: boolean, catalog: readonly CatalogEntry[]) {
  if (!isFolder) {
    return catalog.find((entry) => hasOwnName(entry) && fileName(entry) === basename(source)) ?? null;
  }
  const held: CatalogEntry[] = [];
  for (const entry of catalog) if (await containsModel(source, entry)) held.push(entry);
  if (held.length > 1) {
    const names = held.map((entry) => entry.name).join(', ');
    throw new ReelscopeError('invalid_request', sentence('import.several-models', { names }));
  }
  return held[0] ?? null;
}

function fileName(entry: CatalogEntry): string {
  return basename(entry.files[0]!.path);
}

async function containsModel(folder: string, entry: CatalogEntry): Promise<boolean> {
  const sources = await Promise.all(entry.files.map(({ path }) => locate(folder, true, path)));
  // A configuration file has the same name in every model; weights of the same name are distinguished by checksum.
  return (
    sources.every((path) => path !== null) &&
    (hasOwnName(entry) || basename(folder) === entry.id || basename(folder) === basename(entry.repository))
  );
}

/** Whether the model is one file whose name no other model has. */
function hasOwnName(entry: CatalogEntry): boolean {
  return entry.files.length === 1 && fileName(entry) !== 'model.onnx';
}

/** Finds a model file in the source: at its path or at the top level. */
async function locate(source: string, isFolder: boolean, path: string): Promise<string | null> {
  if (!isFolder) return source;
  for (const candidate of [join(source, ...path.split('/')), join(source, basename(path))]) {
    if ((await stat(candidate).catch(() => null))?.isFile()) return candidate;
  }
  return null;
}

async function copyCatalogModel(
  entry: CatalogEntry,
  source: string,
  isFolder: boolean,
  staging: string,
  parts: ImportParts,
): Promise<InstalledModel> {
  const files: InstalledModel['files'] = [];
  const sums = new Map<string, string>();
  if (!isFolder && entry.files.length > 1) {
    throw new ReelscopeError('invalid_request', sentence('import.needs-folder', { model: entry.name }));
  }
  for (const { path } of entry.files) {
    const from = await locate(source, isFolder, path);
    if (from === null) throw new ReelscopeError('not_found', sentence('import.file-missing', { path }));
    const target = join(staging, ...path.split('/'));
    const bytes = await copy(from, target, parts);
    const { sha256 } = await parts.verifier.check(entry, path, target);
    sums.set(path, sha256);
    files.push({ path, bytes, sha256 });
  }
  await parts.verifier.remember(entry, sums);
  const verified = entry.files.every((file) => file.hash) ? 'published' : 'pinned';
  const installed = await unpack(entry, staging, files);
  return {
    id: entry.id,
    task: entry.task,
    files: installed,
    verified,
    installed_at: new Date(parts.now()).toISOString(),
  };
}

/**
 * Copies a speech model, even if it lies beside the `config.json` of another format, or else a Hugging Face model
 * folder.
 */
async function copyCustomModel(
  source: string,
  isFolder: boolean,
  staging: string,
  parts: ImportParts,
): Promise<InstalledModel> {
  const own = (await customSpeechModel(source)) ?? (isFolder ? await readCustomModelFolder(source) : null);
  if (!own) throw unknownModel();
  const files: InstalledModel['files'] = [];
  for (const { path, from } of own.files) {
    const target = join(staging, ...path.split('/'));
    const bytes = await copy(from, target, parts);
    files.push({ path, bytes, sha256: (await hashesOf(target)).sha256 });
  }
  const name = own.name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
  const installed_at = new Date(parts.now()).toISOString();
  return { id: `own-${name.slice(0, 90)}`, task: own.task, files, verified: 'none', installed_at };
}

async function customSpeechModel(source: string): Promise<CustomModelFolder | null> {
  const file = await findSpeechModelFile(source);
  if (file === null) return null;
  const name = basename(file, extname(file)).replace(/^ggml-/i, '');
  return { name, task: 'speech-recognition', files: [{ path: 'model.bin', from: file }] };
}

/** Finds a speech model: the named file, or the only one in the folder; null if there is none. */
async function findSpeechModelFile(source: string): Promise<string | null> {
  const isFolder = (await stat(source)).isDirectory();
  const candidates = isFolder ? (await readdir(source)).sort().map((name) => join(source, name)) : [source];
  const models: string[] = [];
  for (const path of candidates) {
    if ((await stat(path).catch(() => null))?.isFile() && (await readSpeechModel(path))) models.push(path);
  }
  if (models.length > 1) {
    const names = models.map((path) => basename(path)).join(', ');
    throw new ReelscopeError('invalid_request', sentence('import.several-files', { names }));
  }
  return models[0] ?? null;
}

function unknownModel(): ReelscopeError {
  return new ReelscopeError('unsupported_media_type', sentence('import.unknown'));
}

async function copy(from: string, to: string, { folder, free }: ImportParts): Promise<number> {
  const { size } = await stat(from);
  await requireSpace(folder, size, free);
  await makeParent(to);
  try {
    // Copy-on-write where the file system supports it.
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (cause) {
    const full = (cause as NodeJS.ErrnoException).code === 'ENOSPC';
    throw new ReelscopeError(
      full ? 'storage_full' : 'not_found',
      full ? sentence('storage.disk-full') : sentence('import.unreadable', { name: basename(from) }),
      { cause },
    );
  }
  return size;
}
