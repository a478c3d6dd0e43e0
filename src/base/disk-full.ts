/** Codes of the operating system and SQLite for a full disk or an exhausted disk quota. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

/** Returns whether an error, or one of its causes, means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  let candidate = error;
  // Bounded, since a cause may refer to itself.
  for (let depth = 0; depth < 5 && candidate instanceof Error; depth++) {
    if ('code' in candidate && CODES.has(candidate.code)) return true;
    candidate = candidate.cause;
  }
  return false;
}
