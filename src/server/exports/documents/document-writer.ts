import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { SegmentRow } from '../../../db/schema.ts';
import type { StillHashes } from '../../evidence/citations/still-hashes.ts';
import type { ExportsService } from '../../evidence/exports.ts';
import type { StillFiles } from '../../library/stills.ts';
import type { MediaService } from '../../workers/types.ts';
import { readSmallStills } from '../small-stills.ts';
import type { Desk, DocumentOrder } from './document-order.ts';
import type { FromThread, Question, ToThread } from './document-thread.ts';
import { writeDocument } from './write-document.ts';

export type DocumentWriter = ReturnType<typeof createDocumentWriter>;

/** The thread's file: in builds, it lies beside the others. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './document-thread.ts' : './document-thread.js',
  import.meta.url,
);

/** Findings of a document that is written at once, and of a message to the thread: some milliseconds. */
const PART_ROWS = 2000;

/**
 * Writes documents of findings. Those of long videos are written on a thread, one at a time, so that other requests are
 * answered meanwhile.
 */
export function createDocumentWriter(parts: {
  stills: Pick<StillFiles, 'still'>;
  hashes: Pick<StillHashes, 'all'>;
  media: Pick<MediaService, 'shrink'>;
  exports: Pick<ExportsService, 'record'>;
}) {
  const { stills, hashes, media, exports } = parts;
  /** Resolves when the current long document has ended. */
  let turn: Promise<unknown> = Promise.resolve();

  const deskOf = (userId: number, jobId: string): Desk => ({
    record: (format, sha256) => exports.record(userId, { videos: [jobId], format, sha256 }),
    hashes: (times) => hashes.all(jobId, times),
    pictures: (times) => readSmallStills(jobId, times, { stills, media }),
  });

  return {
    /**
     * Writes a document of a user's video; bytes if it is long. @throws like {@link writeDocument}
     */
    async write(
      userId: number,
      order: DocumentOrder,
      rows: readonly SegmentRow[],
    ): Promise<string | Uint8Array<ArrayBuffer>> {
      const desk = deskOf(userId, order.head.job_id);
      if (rows.length <= PART_ROWS) return writeDocument(order, rows, desk);
      const written = turn.then(() => writeOnThread(order, rows, desk));
      turn = written.catch(() => undefined);
      return written;
    },
  };
}

async function writeOnThread(
  order: DocumentOrder,
  rows: readonly SegmentRow[],
  desk: Desk,
): Promise<Uint8Array<ArrayBuffer>> {
  const thread = new Worker(THREAD);
  const post = (message: ToThread): void => thread.postMessage(message);
  const answer = async ({ ask, args }: Question): Promise<void> =>
    post({ answer: await (desk[ask] as (...of: unknown[]) => unknown)(...args) });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  thread.on('message', (message: FromThread) => {
    if ('ask' in message) answer(message).catch(reject);
    else if ('bytes' in message) resolve(message.bytes);
    else reject(errorOf(message.error));
  });
  thread.once('error', reject);
  thread.once('exit', (code) => reject(new Error(`The thread of a document ended with code ${code}.`)));
  const send = async (): Promise<void> => {
    for (let start = 0; start < rows.length; start += PART_ROWS) {
      post({ rows: rows.slice(start, start + PART_ROWS) });
      await setImmediate();
    }
    post({ order });
  };
  try {
    send().catch(reject);
    return await promise;
  } finally {
    void thread.terminate();
  }
}

function errorOf({ code, message, text }: Pick<ReelscopeError, 'code' | 'message' | 'text'>): ReelscopeError {
  return new ReelscopeError(code, text ? { message, text } : message);
}
