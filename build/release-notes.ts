import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The changelog's section for a tag, without its heading.
 * @throws Error when the tag does not match the manifest's version, or the changelog has no entries for it
 */
export function releaseNotes(tag: string, manifest: { version: string }, changelog: string): string {
  if (tag !== `v${manifest.version}`) throw new Error(`The tag ${tag} does not match version ${manifest.version}.`);
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`## [${manifest.version}]`));
  if (start < 0) throw new Error(`CHANGELOG.md has no section [${manifest.version}].`);
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(lines[start]!)) throw new Error(`The section [${manifest.version}] has no date.`);
  const end = lines.findIndex((line, index) => index > start && line.startsWith('## '));
  const notes = lines.slice(start + 1, end < 0 ? undefined : end);
  if (!notes.some((line) => line.startsWith('- ')))
    throw new Error(`The section [${manifest.version}] has no entries.`);
  return notes.join('\n').trim();
}

/**
 * The table of what works on which system, for the page that installers are downloaded from. Its links lead into the
 * repository, so only their text stays. @param platforms content of docs/platforms.md @throws Error without a table
 */
export function platformTable(platforms: string): string {
  const rows = platforms.split('\n');
  const start = rows.findIndex((row) => row.startsWith('| System |'));
  if (start < 0) throw new Error('docs/platforms.md has no table of systems.');
  const end = rows.findIndex((row, index) => index > start && !row.startsWith('|'));
  const table = rows.slice(start, end < 0 ? undefined : end).join('\n');
  return `## Systems\n\n${table.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  console.log(releaseNotes(process.argv[2] ?? '', JSON.parse(read('package.json')), read('CHANGELOG.md')));
  console.log(`\n${platformTable(read('docs/platforms.md'))}`);
}
