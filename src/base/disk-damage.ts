/**
 * Returns whether an error means that the database file is damaged: one of SQLite, or of JSON in a row. JSON of
 * requests and of other programs is parsed where its errors are handled.
 */
export function isDamage(error: unknown): boolean {
  if (error instanceof SyntaxError) return /\bJSON\b/.test(error.message);
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return false;
  // Statements are fixed, so a table that is missing was there, and JSON that is malformed is that of a row.
  if (code === 'SQLITE_ERROR') return /^(?:no such (?:fts5 )?table: |malformed JSON)/.test(String(message));
  return /^SQLITE_(CORRUPT|NOTADB|IOERR_(SHORT_)?READ|IOERR_CORRUPTFS)/.test(code);
}
