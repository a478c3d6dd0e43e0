import type BetterSqlite3 from 'better-sqlite3';

/**
 * Deletes rows that refer to missing ones, until none is left; optional references become null. For a connection that
 * does not enforce references.
 */
export function removeDangling(database: BetterSqlite3.Database): void {
  for (;;) {
    const found = database.prepare('SELECT "table" AS name, rowid AS id, fkid FROM pragma_foreign_key_check').all() as {
      name: string;
      id: number | null;
      fkid: number;
    }[];
    if (found.length === 0) return;
    for (const { name, id, fkid } of found) {
      const keys = database
        .prepare('SELECT id, "from" AS field, on_delete AS rule, "table" AS parent FROM pragma_foreign_key_list(?)')
        .all(name) as {
        id: number;
        field: string;
        rule: string;
        parent: string;
      }[];
      const { field, rule, parent } = keys.find((key) => key.id === fkid)!;
      const where = id === null ? `"${field}" NOT IN (SELECT id FROM "${parent}")` : `rowid = ${id}`;
      database.exec(
        rule === 'SET NULL'
          ? `UPDATE "${name}" SET "${field}" = NULL WHERE ${where}`
          : `DELETE FROM "${name}" WHERE ${where}`,
      );
    }
  }
}
