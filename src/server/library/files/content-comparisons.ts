import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { Store } from '../../../db/index.ts';
import type { SourceFileRow } from '../../../db/schema.ts';
import { type FileStamp, hashContent, isSameStamp, stampOf } from '../../../storage/fingerprint.ts';

/** Comparisons of the whole content of files with their records. */
export class ContentComparisons {
  readonly #store: Pick<Store, 'sourceFiles'>;
  readonly #signal: AbortSignal;
  /** Comparisons that are under way, by path of the file. */
  readonly #running = new Map<string, Promise<boolean>>();
  /** Results of comparisons by this process. */
  readonly #results = new Map<string, { stamp: FileStamp; contentHash: string; isSame: boolean }>();

  /** @param signal ends comparisons that are under way */
  constructor(store: Pick<Store, 'sourceFiles'>, signal: AbortSignal) {
    this.#store = store;
    this.#signal = signal;
  }

  /** Records that a file was found to have a hash when its size and times were these. */
  add(file: string, stamp: FileStamp, contentHash: string): void {
    this.#results.set(file, { stamp, contentHash, isSame: true });
  }

  /**
   * Compares a file with its record's hash, unless it was compared since its last change.
   * @param waitMs time after which the comparison goes on in the background
   * @throws ReelscopeError `not_ready` if the comparison takes longer than `waitMs`
   */
  async isSame(file: string, stamp: FileStamp, row: SourceFileRow, contentHash: string, waitMs: number) {
    const known = this.#results.get(file);
    if (known && known.contentHash === contentHash && isSameStamp(known.stamp, stamp)) return known.isSame;
    return within(this.#compare(file, row, contentHash), waitMs);
  }

  /** Compares a file once for all callers; updates the record's times. */
  #compare(file: string, row: SourceFileRow, contentHash: string): Promise<boolean> {
    const running = this.#running.get(file);
    if (running) return running;
    const started = this.#hash(file, row, contentHash).finally(() => this.#running.delete(file));
    this.#running.set(file, started);
    return started;
  }

  async #hash(file: string, row: SourceFileRow, contentHash: string): Promise<boolean> {
    const before = await stampOf(file);
    const hash = await hashContent(file, this.#signal);
    const after = await stampOf(file);
    if (!before || !after || !isSameStamp(before, after)) return false;
    const isSame = hash === contentHash;
    this.#results.set(file, { stamp: after, contentHash, isSame });
    if (isSame && !this.#signal.aborted) this.#store.sourceFiles.update(row.userId, row.storagePath, after);
    return isSame;
  }
}

/** Waits for work at most `waitMs`; the work goes on. @throws ReelscopeError `not_ready` */
export async function within<Value>(work: Promise<Value>, waitMs: number): Promise<Value> {
  if (waitMs === Number.POSITIVE_INFINITY) return work;
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    limit = setTimeout(() => resolve(undefined), waitMs);
  });
  const result = await Promise.race([work, late]);
  clearTimeout(limit);
  if (result !== undefined) return result;
  work.catch(() => {});
  throw new ReelscopeError('not_ready', sentence('source.checking'));
}
