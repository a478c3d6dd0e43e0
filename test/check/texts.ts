import { join } from 'node:path';
import { checkTexts } from './check-texts.ts';
import { findPlainSentencesIn } from './find-plain-sentences.ts';
import { findTextKeys } from './find-text-keys.ts';
import { identicalTexts } from './identical-texts.ts';
import { readCatalogs } from './text-catalogs.ts';

/**
 * `npm run check:texts`: fails on a text that is missing, unused, untranslated, or without a plural form, and on
 * sentences of the server without a key.
 */
const root = join(import.meta.dirname, '../..');
const catalogs = readCatalogs(root);
const { keys, problems } = findTextKeys(root, ['tsconfig/dom.json', 'tsconfig/node.json'], catalogs);
const plain = findPlainSentencesIn(root).map((place) => `${place}: use sentence() with a key of messages.json`);
const found = [...problems, ...plain, ...checkTexts(catalogs, keys, identicalTexts)];
for (const problem of found) console.error(problem);
if (found.length > 0) process.exitCode = 1;
