import { join } from 'node:path';
import { checkImports } from './check-imports.ts';
import { findCrowdedFolders } from './crowded-folders.ts';
import { findImportCircles } from './import-circles.ts';
import { importTable } from './import-table.ts';

/**
 * `npm run check:imports`: prints forbidden imports as `file:line: why`, circles between files, and folders with too
 * many files; fails on any.
 */
const src = join(import.meta.dirname, '../../src');

const violations = checkImports(src, importTable);
for (const { file, line, message } of violations) console.error(`src/${file}:${line}: ${message}`);
if (violations.length > 0) {
  console.error(`${violations.length} forbidden import(s); the rules are in test/check/import-table.ts`);
  process.exitCode = 1;
}

const circles = findImportCircles(src);
for (const circle of circles) console.error(`src: circle of imports: ${circle.join(' -> ')}`);
if (circles.length > 0) {
  console.error(`${circles.length} circle(s); untie each by a types file or a moved function`);
  process.exitCode = 1;
}

const crowded = findCrowdedFolders(src);
for (const folder of crowded) console.error(`src/${folder} files; divide it by what changes together`);
if (crowded.length > 0) process.exitCode = 1;
