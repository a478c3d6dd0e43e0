import { globSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';
import { findImports } from './find-imports.ts';

const SOURCES = '**/*.{ts,tsx,mts,cts}';

/**
 * Finds the circles of imports between files under `folder`, type imports included: files of a circle can't be read,
 * tested or moved one at a time. Each circle is one path through its files, the first file repeated at the end.
 */
export function findImportCircles(folder: string): string[][] {
  const files = globSync(SOURCES, { cwd: folder }).map((file) => file.split(sep).join('/'));
  const known = new Set(files);
  const imports = new Map(
    files.sort().map((file) => {
      const targets = findImports(readFileSync(`${folder}/${file}`, 'utf8'), file)
        .filter(({ specifier }) => specifier?.startsWith('.'))
        .map(({ specifier }) => posix.join(posix.dirname(file), specifier!));
      return [file, [...new Set(targets)].filter((target) => known.has(target))];
    }),
  );
  return components(imports)
    .filter((group) => group.length > 1 || imports.get(group[0]!)!.includes(group[0]!))
    .map((group) => circleThrough(group, imports));
}

/** Strongly connected components (Tarjan 1972). */
function components(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const found: string[][] = [];

  function visit(node: string): void {
    order.set(node, order.size);
    low.set(node, order.get(node)!);
    stack.push(node);
    onStack.add(node);
    for (const next of graph.get(node)!) {
      if (!order.has(next)) {
        visit(next);
        low.set(node, Math.min(low.get(node)!, low.get(next)!));
      } else if (onStack.has(next)) {
        low.set(node, Math.min(low.get(node)!, order.get(next)!));
      }
    }
    if (low.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    for (const member of group) onStack.delete(member);
    found.push(group);
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}

/** The shortest circle through the first file of a component. */
function circleThrough(group: readonly string[], graph: ReadonlyMap<string, readonly string[]>): string[] {
  const members = new Set(group);
  const start = [...group].sort()[0]!;
  const paths = [[start]];
  const seen = new Set<string>();
  for (let path = paths.shift(); path; path = paths.shift()) {
    for (const next of graph.get(path.at(-1)!)!) {
      if (next === start) return [...path, start];
      if (!members.has(next) || seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  throw new Error(`no circle through ${start}`);
}
