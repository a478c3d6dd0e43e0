import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** Regular expression in a source file. */
export interface FoundPattern {
  /** Relative to the searched folder, with `/`. */
  file: string;
  /** From 1. */
  line: number;
  /** Undefined for a pattern that is built at run time. */
  pattern: { source: string; flags: string } | undefined;
}

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** Finds every literal regular expression and every call of `RegExp` in a folder. */
export function findPatterns(folder: string): FoundPattern[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .flatMap((file) => patternsOf(readFileSync(join(folder, file), 'utf8'), file.replaceAll('\\', '/')));
}

function patternsOf(source: string, file: string): FoundPattern[] {
  const { program } = parseSync(file, source);
  const found: FoundPattern[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    const line = () => source.slice(0, node.start).split('\n').length;
    const regex = node['regex'] as { pattern: string; flags: string } | undefined;
    if (node.type === 'Literal' && regex) {
      found.push({ file, line: line(), pattern: { source: regex.pattern, flags: regex.flags } });
    }
    const callee = node['callee'] as { name?: string } | undefined;
    if ((node.type === 'NewExpression' || node.type === 'CallExpression') && callee?.name === 'RegExp') {
      found.push({ file, line: line(), pattern: undefined });
    }
    for (const part of Object.values(node)) visit(part);
  };
  visit(program);
  return found;
}
