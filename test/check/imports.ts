import { join } from 'node:path';
import { checkImports } from './check-imports.ts';
import { importTable } from './import-table.ts';

/** `npm run check:imports`: prints each import that the table forbids as `file:line: why`, and fails if there is any. */
const violations = checkImports(join(import.meta.dirname, '../../src'), importTable);
for (const { file, line, message } of violations) console.error(`src/${file}:${line}: ${message}`);
if (violations.length > 0) {
  console.error(`${violations.length} forbidden import(s); the rules are in test/check/import-table.ts`);
  process.exitCode = 1;
}
