import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { InputFormat } from 'node-av/lib';
import { ReelscopeError } from '../contract/errors.ts';
import { demuxerFor, HEAD_BYTES } from '../core/media-files/signatures.ts';
import { sentence } from '../core/texts/sentence.ts';
import { ALLOWED_DEMUXERS, DEMUXER_BY_EXTENSION } from './demuxers.ts';

/** Bytes in which FFmpeg searches for formats without a signature; it does so by default, too (`probesize`). */
const PROBE_BYTES = 1 << 20;

/**
 * Determines the demuxer for a file from its first bytes: by signature, otherwise as FFmpeg recognizes them; by its
 * name only for the few formats that no byte states.
 * @returns FFmpeg's short name, one of {@link ALLOWED_DEMUXERS}
 * @throws ReelscopeError `unreadable_media` for an empty or unsupported file, `not_found` if it can't be read.
 */
export async function sniff(path: string): Promise<string> {
  const start = await readStart(path);
  if (start.length === 0) throw new ReelscopeError('unreadable_media', sentence('media.empty'));
  const demuxer =
    demuxerFor(start.subarray(0, HEAD_BYTES)) ??
    InputFormat.probe(start)?.name?.split(',')[0] ??
    DEMUXER_BY_EXTENSION[extname(path).slice(1).toLowerCase()];
  if (demuxer === undefined || !ALLOWED_DEMUXERS.has(demuxer))
    throw new ReelscopeError('unreadable_media', sentence('media.unsupported'));
  return demuxer;
}

async function readStart(path: string): Promise<Buffer> {
  try {
    await using file = await open(path, 'r');
    if (!(await file.stat()).isFile()) throw new ReelscopeError('unreadable_media', sentence('media.not-regular'));
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PROBE_BYTES), 0, PROBE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } catch (cause) {
    if (cause instanceof ReelscopeError) throw cause;
    throw new ReelscopeError('not_found', sentence('media.unreadable'), { cause });
  }
}
