import { join } from 'node:path';
import { checkTexts } from './check-texts.ts';
import { findTextKeys } from './find-text-keys.ts';
import { identicalTexts } from './identical-texts.ts';
import { readCatalogs } from './text-catalogs.ts';

/** `npm run check:texts`: fails on a text that is missing, unused, untranslated, or without a plural form. */
const root = join(import.meta.dirname, '../..');
const catalogs = readCatalogs(root);
const { keys, problems } = findTextKeys(root, ['tsconfig/dom.json', 'tsconfig/node.json'], catalogs);
const found = [...problems, ...checkTexts(catalogs, keys, identicalTexts)];
for (const problem of found) console.error(problem);
if (found.length > 0) process.exitCode = 1;
