import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { blocksOf } from './disk.ts';

/** Bytes at the beginning and at the end of a file that its edges hash covers. */
const EDGE_BYTES = 64 * 1024;

/** Recognizes a file without reading all of it. */
export interface Fingerprint {
  sizeBytes: number;
  /** Times of the last change of the content and of the file's record, in milliseconds. */
  modifiedMs: number;
  changedMs: number;
  /** SHA-256 of size, head, and tail. */
  edgesHash: string;
}

/** Size and times of a file; the cheap part of its fingerprint. */
export type FileStamp = Omit<Fingerprint, 'edgesHash'>;

/** Returns the stamp of a regular file; undefined if it is missing or something else, such as a link. */
export async function stampOf(file: string): Promise<FileStamp | undefined> {
  const stats = await fs.lstat(file).catch(() => undefined);
  return stats?.isFile() ? { sizeBytes: stats.size, modifiedMs: stats.mtimeMs, changedMs: stats.ctimeMs } : undefined;
}

/** Returns the fingerprint of a file; undefined if it is missing. */
export async function fingerprintOf(file: string): Promise<Fingerprint | undefined> {
  const stamp = await stampOf(file);
  return stamp && { ...stamp, edgesHash: await hashEdges(file, stamp.sizeBytes) };
}

/** Returns the SHA-256 of the size, the head, and the tail of a file, in lowercase hexadecimal. */
async function hashEdges(file: string, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256').update(`${sizeBytes}\n`);
  await using handle = await fs.open(file, 'r');
  const edge = Buffer.alloc(EDGE_BYTES);
  const tail = Math.max(EDGE_BYTES, sizeBytes - EDGE_BYTES);
  for (const position of sizeBytes > EDGE_BYTES ? [0, tail] : [0]) {
    const { bytesRead } = await handle.read(edge, 0, EDGE_BYTES, position);
    hash.update(edge.subarray(0, bytesRead));
  }
  return hash.digest('hex');
}

/** Returns the SHA-256 of a whole file, in lowercase hexadecimal. */
export async function hashContent(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of blocksOf(file, signal)) hash.update(block);
  return hash.digest('hex');
}

/** Returns whether two stamps are of the same state of a file. */
export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.sizeBytes === b.sizeBytes && a.modifiedMs === b.modifiedMs && a.changedMs === b.changedMs;
}
