import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_MODELS_URL } from '../../contract/system/models.ts';
import { removeFile } from '../../files/remove.ts';
import { type CatalogEntry, sizeOf } from '../catalog/index.ts';
import type { Fetch } from '../outgoing.ts';
import { download } from './download.ts';
import { type FreeBytes, publish, requireSpace } from './files.ts';
import { type InstalledModel, PARTIAL } from './installed.ts';
import { unpack } from './unpack.ts';
import type { Verifier } from './verify.ts';

export interface InstallParts {
  /** Folder that holds all models. */
  folder: string;
  fetch: Fetch;
  /** `https://huggingface.co` or a mirror, without a trailing slash. */
  baseUrl: string;
  verifier: Verifier;
  free: FreeBytes;
  now: () => number;
  signal: AbortSignal;
  onProgress(received: number, total: number | null): void;
  retryMs?: number;
}

/**
 * Downloads, verifies and publishes a model. An interrupted installation resumes on the next call.
 * @throws ReelscopeError `model_unavailable`, `conflict` (checksum), `storage_full`; CanceledError
 */
export async function installModel(entry: CatalogEntry, parts: InstallParts): Promise<InstalledModel> {
  const staging = join(parts.folder, PARTIAL, entry.id);
  await mkdir(staging, { recursive: true });
  await requireSpace(parts.folder, Math.max(0, (sizeOf(entry) ?? 0) - (await bytesOf(entry, staging))), parts.free);
  const sums = new Map<string, string>();
  const files: InstalledModel['files'] = [];
  let done = 0;
  for (const { path, bytes } of entry.files) {
    const target = join(staging, ...path.split('/'));
    await download(urlOf(entry, path, parts.baseUrl), target, {
      fetch: parts.fetch,
      signal: parts.signal,
      bytes,
      ...(parts.retryMs !== undefined && { retryMs: parts.retryMs }),
      beforeBytes: (missing) => requireSpace(parts.folder, missing, parts.free),
      onProgress: (received, total) => {
        const whole = entry.files.length === 1 ? total : sizeOf(entry);
        parts.onProgress(done + received, whole);
      },
    });
    const { sha256 } = await parts.verifier.check(entry, path, target, parts.signal).catch(async (error) => {
      // A corrupt file must not be resumed.
      if (!parts.signal.aborted) await removeFile(target);
      throw error;
    });
    const { size } = await stat(target);
    done += size;
    sums.set(path, sha256);
    files.push({ path, bytes: size, sha256 });
  }
  const model: InstalledModel = {
    id: entry.id,
    task: entry.task,
    files: await unpack(entry, staging, files),
    verified: entry.files.every((file) => file.hash) ? 'published' : 'pinned',
    installed_at: new Date(parts.now()).toISOString(),
  };
  for (const { path } of entry.files) await removeFile(`${join(staging, ...path.split('/'))}.from`);
  await parts.verifier.remember(entry, sums);
  await publish(staging, parts.folder, model);
  return model;
}

/** URL of a file. A mirror has the packages of the npm registry in the same layout as models. */
export function urlOf({ packed, host, repository, revision }: CatalogEntry, path: string, baseUrl: string): string {
  if (packed && baseUrl === DEFAULT_MODELS_URL) return `${packed.registry}/${repository}/-/${path}`;
  const source = host && baseUrl === DEFAULT_MODELS_URL ? host : baseUrl;
  return `${source}/${repository}/resolve/${revision}/${path}`;
}

async function bytesOf(entry: CatalogEntry, staging: string): Promise<number> {
  const sizes = entry.files.map(({ path }) => stat(join(staging, ...path.split('/'))).catch(() => null));
  return (await Promise.all(sizes)).reduce((sum, found) => sum + (found?.size ?? 0), 0);
}
