import { globSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';
import { type FoundImport, findImports } from './find-imports.ts';
import type { AreaRule, ImportTable } from './import-table.ts';

/** An import that the table does not allow. */
export interface Violation {
  /** Path under the checked folder, with forward slashes. */
  file: string;
  line: number;
  message: string;
}

/** Source files; styles and images import nothing that the table covers. */
const SOURCES = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}';

/**
 * Checks every source file under `folder` against `table`; an empty list means no violations. Files in a folder
 * that the table does not list are violations themselves.
 * @throws Error when a file can't be parsed, or when there are none: an empty check must not pass
 */
export function checkImports(folder: string, table: ImportTable): Violation[] {
  const files = globSync(SOURCES, { cwd: folder }).map((file) => file.split(sep).join('/'));
  if (files.length === 0) throw new Error(`no source files under ${folder}`);
  return files.sort().flatMap((file) => {
    const area = areaOf(file, table);
    if (!area) return [{ file, line: 1, message: 'no area of the import table covers this file' }];
    return findImports(readFileSync(`${folder}/${file}`, 'utf8'), file).flatMap((found) => {
      const message = violationOf(file, area, found, table);
      return message === null ? [] : [{ file, line: found.line, message }];
    });
  });
}

interface Area {
  /** The key with its `*` filled in, such as `renderer/features/search`. */
  name: string;
  rule: AreaRule;
}

function areaOf(path: string, table: ImportTable): Area | null {
  const keys = Object.keys(table).filter((key) => covers(key, path));
  // The longest pattern wins; of two equally long ones, the one without a wildcard.
  const key = keys.sort(
    (a, b) => b.split('/').length - a.split('/').length || Number(a.includes('*')) - Number(b.includes('*')),
  )[0];
  if (key === undefined) return null;
  return { name: path.split('/').slice(0, key.split('/').length).join('/'), rule: table[key]! };
}

/** The reason an import is forbidden, or null. */
function violationOf(file: string, area: Area, found: FoundImport, table: ImportTable): string | null {
  const { specifier, typeOnly } = found;
  const { name, rule } = area;
  if (specifier === null) return 'a computed import can not be checked: name the module in quotes';
  if (specifier.startsWith('node:')) return rule.node ? null : `${name} may not use Node's built-ins (${specifier})`;
  if (!specifier.startsWith('.')) {
    if (rule.packages.some((entry) => coversPackage(entry, specifier))) return null;
    return `${name} may not import the package ${specifier}; it may: ${list(rule.packages)}`;
  }

  const target = posix.join(posix.dirname(file), specifier);
  if (covers(name, target) && areaOf(target, table)?.name === name) return null;
  if (rule.imports.some((entry) => covers(entry, target))) return null;
  if (rule.typeImports?.some((entry) => covers(entry, target))) {
    return typeOnly ? null : `${name} may import types only from ${target}: write \`import type\``;
  }
  if (target.startsWith('../')) return `${name} may not import ${target}, which lies outside the source folder`;
  return `${name} may not import ${target}; it may: ${list([...rule.imports, ...(rule.typeImports ?? [])])}`;
}

/** Whether `path` is `pattern` or is inside it, compared segment by segment. */
function covers(pattern: string, path: string): boolean {
  const segments = path.split('/');
  return pattern
    .split('/')
    .every((part, index) => segments[index] === part || (part === '*' && index < segments.length));
}

function coversPackage(entry: string, specifier: string): boolean {
  if (entry.endsWith('/*')) return specifier.startsWith(entry.slice(0, -1));
  return specifier === entry || specifier.startsWith(`${entry}/`);
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}
