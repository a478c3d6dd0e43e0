import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { LOCAL_ISSUER } from '../../../src/contract/account/tokens.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { adoptLibrary } from '../../../src/db/recovery/adopt-library.ts';
import { soundnessOf } from '../../../src/db/recovery/soundness.ts';
import { tempFolder } from '../../fixtures/temp.ts';

/** A library as a stranger changes it, with its file. */
async function crafted(sql: string) {
  const path = join(await tempFolder(), 'library.db');
  openDatabase({ path }).close();
  const database = new BetterSqlite3(path).unsafeMode();
  database.pragma('journal_mode = DELETE');
  database.pragma('writable_schema = ON');
  database.exec(sql);
  database.close();
  return path;
}

it('keeps tables apart whose pages a stranger made one, which no check by table finds', async () => {
  const path = await crafted(`UPDATE sqlite_master
    SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'projects') WHERE name = 'apiKeys'`);
  expect(soundnessOf(path)).toEqual({ state: 'sound' });
  adoptLibrary(path, LOCAL_ISSUER);
  const database = new BetterSqlite3(path);
  const shared = 'SELECT rootpage FROM sqlite_master WHERE rootpage > 0 GROUP BY rootpage HAVING count(*) > 1';
  expect(database.prepare(shared).all()).toEqual([]);
  database.close();
});

it('continues no history that is not intact', async () => {
  const history = (jobId: string, head: string) => `
    INSERT INTO auditEntries (jobId, userId, number, at, action, actor, details, previousHash, hash)
    VALUES ('${jobId}', 1, 1, 0, 'imported', '{}', '{}', '', ''), ('${jobId}', 1, 2, 0, 'imported', '{}', '{}', '', '');
    INSERT INTO auditHeads VALUES ('${jobId}', ${head}, '');`;
  const path = await crafted(history('behind', '1') + history('ahead', '7'));
  adoptLibrary(path, LOCAL_ISSUER);
  const database = new BetterSqlite3(path);
  const actions = database.prepare('SELECT jobId, number, action FROM auditEntries WHERE number > 2').all();
  expect(actions).toEqual([{ jobId: 'ahead', number: 8, action: 'adopted' }]);
  database.close();
});
