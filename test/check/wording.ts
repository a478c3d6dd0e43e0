import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { checkWording } from './check-wording.ts';
import { glossaryRules } from './glossary-rules.ts';
import { allowedNames, skippedFiles, wordingRules } from './wording-rules.ts';

const ROOT = join(import.meta.dirname, '../..');
const RULES = [...wordingRules, ...glossaryRules(readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8'))];
const FILES = ['{src,test,bench,build,docs,locales,.github,.ci,.vscode}/**/*', '*', '.*'];
const TEXTS = /\.(ts|tsx|mts|cts|js|mjs|cjs|css|html|json|md|ya?ml|py|svg|sh)$|(^|\/)run$/;

/**
 * `npm run check:wording`: prints each phrase that the style guide or the glossary bans as
 * `file:line: phrase`, and fails if there is any. Arguments limit it to files whose paths begin with one of them;
 * `--count` prints the number in each folder instead.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { count: { type: 'boolean' } } });
const counts = new Map<string, number>();
for (const path of globSync(FILES, { cwd: ROOT, exclude: ['**/node_modules/**'] })) {
  const file = path.split(sep).join('/');
  if (!TEXTS.test(file) || skippedFiles.includes(file)) continue;
  if (positionals.length > 0 && !positionals.some((start) => file.startsWith(start))) continue;
  const violations = checkWording(file, readFileSync(join(ROOT, file), 'utf8'), RULES, allowedNames);
  if (violations.length === 0) continue;
  const folder = dirname(file).split('/').slice(0, 4).join('/');
  counts.set(folder, (counts.get(folder) ?? 0) + violations.length);
  if (values.count) continue;
  for (const { line, found, instead } of violations) console.error(`${file}:${line}: “${found}”: ${instead}`);
}
const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
if (values.count) {
  for (const [folder, count] of [...counts].sort()) console.log(`${String(count).padStart(5)} ${folder}`);
  console.log(`${String(total).padStart(5)} in all`);
} else if (total > 0) {
  console.error(
    `${total} banned phrase(s); the rules are in test/check/wording-rules.ts, the terms in docs/glossary.md`,
  );
  process.exitCode = 1;
}
