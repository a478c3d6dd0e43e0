import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow, WatchedFileRow } from '../../db/schema.ts';
import { blocksOf } from '../../storage/disk.ts';
import { isContinued, parseFileState } from './file-state.ts';
import type { FoundFile } from './scan-folder.ts';

/** SHA-256 of an opened file, and of its first bytes, in lowercase hexadecimal. */
interface Hashes {
  contentHash: string;
  /** Undefined if the file is not longer than they are. */
  startHash: string | undefined;
}

/**
 * Hashes an opened file.
 * @param expected the file as a scan found it
 * @param startBytes number of the first bytes that are hashed alone
 * @throws ReelscopeError `not_ready` if it is another one, or changes meanwhile
 */
export async function readOpened(
  file: FileHandle,
  expected: Pick<FoundFile, 'sizeBytes' | 'modifiedMs'>,
  startBytes: number | undefined,
  signal: AbortSignal,
): Promise<Hashes> {
  const requireSame = async () => {
    const { size, mtimeMs } = await file.stat();
    if (size !== expected.sizeBytes || Math.abs(mtimeMs - expected.modifiedMs) >= 1)
      throw new ReelscopeError('not_ready', sentence('watch.changing'));
  };
  await requireSame();
  const hash = createHash('sha256');
  let startHash: string | undefined;
  let position = 0;
  for await (const block of blocksOf(file, signal)) {
    const rest = (startBytes ?? Number.NaN) - position;
    if (rest > 0 && rest < block.length) {
      hash.update(block.subarray(0, rest));
      startHash = hash.copy().digest('hex');
      hash.update(block.subarray(rest));
    } else {
      if (rest === 0) startHash = hash.copy().digest('hex');
      hash.update(block);
    }
    position += block.length;
  }
  await requireSame();
  return { contentHash: hash.digest('hex'), startHash };
}

/** The video that was made of a file before it was complete. */
export interface Former {
  video: VideoRow;
}

/**
 * Finds the video of an unfinished file that has been written further: the same file by its number, most of whose bytes
 * are there, or one that begins with all of them, as after a copy that was resumed.
 */
export async function formerOf(
  store: Pick<Store, 'videos' | 'sourceFiles'>,
  userId: number,
  before: WatchedFileRow,
  now: Pick<FoundFile, 'sizeBytes'> & Pick<Hashes, 'startHash'> & { handle: FileHandle; real: string },
): Promise<Former | undefined> {
  const video = before.jobId === null ? undefined : store.videos.get(userId, before.jobId);
  if (!video || now.sizeBytes < before.sizeBytes) return undefined;
  // The video of content that was known may have another file.
  const isOwn = before.outcome === 'queued' || store.sourceFiles.get(userId, video.storagePath)?.location === now.real;
  if (!isOwn) return undefined;
  const isStart = now.startHash !== undefined && now.startHash === before.contentHash;
  const state = before.state === null ? undefined : parseFileState(before.state);
  const isFormer = isStart || (state !== undefined && (await isContinued(now.handle, state, before.sizeBytes)));
  return isFormer ? { video } : undefined;
}
