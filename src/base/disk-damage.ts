/** Returns whether an error of SQLite means that the database file is damaged. */
export function isDamage(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return false;
  // Statements are fixed, so a table that is missing was there.
  if (code === 'SQLITE_ERROR') return typeof message === 'string' && /^no such (fts5 )?table: /.test(message);
  return /^SQLITE_(CORRUPT|NOTADB|IOERR_(SHORT_)?READ|IOERR_CORRUPTFS)/.test(code);
}
