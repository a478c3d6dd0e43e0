import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** Number of samples of a file, and the bytes of each, fewer in small files: shorter ones would be equal by chance. */
const SAMPLES = 16;
const SAMPLE_BYTES = 4096;
const MIN_SAMPLE_BYTES = 512;

/**
 * State of a file by which a change of its bytes shows, whatever its size and modification time: programs that copy to
 * a share set the size first and the time last.
 */
export interface FileState {
  /** Device and number of the file. */
  inode: string;
  /** Time of the last change of the file's record, in milliseconds. */
  changedMs: number;
  /** Hashes of evenly spaced parts, the last one its end; empty for parts of zeros. */
  samples: string[];
}

/** Reads a stored state. */
export function parseFileState(json: string): FileState {
  return JSON.parse(json) as FileState;
}

/** Reads the state of an opened file. */
export async function readFileState(file: FileHandle): Promise<FileState> {
  const { size, ctimeMs } = await file.stat();
  return { inode: await inodeOf(file), changedMs: ctimeMs, samples: await sampleFile(file, size) };
}

/** Whether nothing indicates that a file was written to between two states. */
export function isSameState(a: FileState, b: FileState): boolean {
  return a.inode === b.inode && a.changedMs === b.changedMs && hasSameSamples(a, b);
}

/** Whether a file has the same bytes in two states, as far as samples tell. */
export function hasSameSamples(a: FileState, b: FileState): boolean {
  return a.samples.join() === b.samples.join();
}

/**
 * Whether a file that has changed is a former one that was written further: most parts of the former are there.
 * Programs rewrite headers when they complete a file; other recordings of the same format share at most these.
 * @param size bytes that the file had in its former state
 */
export async function isContinued(file: FileHandle, before: FileState, size: number): Promise<boolean> {
  if (before.inode !== (await inodeOf(file))) return false;
  const now = await sampleFile(file, size);
  const written = before.samples.flatMap((sample, i) => (sample === '' ? [] : [sample === now[i]]));
  return written.filter(Boolean).length * 2 > written.length;
}

/** Numbers of files exceed 2^53 (ReFS, NTFS, ZFS). */
async function inodeOf(file: FileHandle): Promise<string> {
  const { dev, ino } = await file.stat({ bigint: true });
  return `${dev}:${ino}`;
}

/** Returns hashes of the first `size` bytes at evenly spaced places. */
async function sampleFile(file: FileHandle, size: number): Promise<string[]> {
  const length = Math.min(size, SAMPLE_BYTES, Math.max(MIN_SAMPLE_BYTES, Math.ceil(size / SAMPLES)));
  const buffer = Buffer.alloc(length);
  const samples: string[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const at = Math.floor(((size - length) * i) / (SAMPLES - 1));
    const { bytesRead } = await file.read(buffer, 0, length, at);
    const part = buffer.subarray(0, bytesRead);
    samples.push(
      part.every((byte) => byte === 0) ? '' : createHash('sha256').update(part).digest('base64url').slice(0, 12),
    );
  }
  return samples;
}
