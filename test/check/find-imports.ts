import { parseSync } from 'vite';

/** One place where a file names another module. */
export interface FoundImport {
  /** The text between the quotes; null when it is computed, so that nobody can check it. */
  specifier: string | null;
  /** From 1. */
  line: number;
  /** Erased before the code runs: `import type`, `export type`, `import('x').T`. */
  typeOnly: boolean;
}

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/**
 * Every import of a TypeScript or JavaScript source: static, type-only, side effect, re-export, `import()`,
 * `import x = require()`, `require()`, `require.resolve()` and import types. Parsed by Oxc through Vite, since
 * TypeScript 7 has no API for JavaScript. `import { type A }` counts as a value import: with verbatimModuleSyntax the
 * module is loaded all the same. A `new URL('…', import.meta.url)` names a file to start or read, it imports nothing.
 * @throws Error when the source does not parse
 */
export function findImports(source: string, fileName: string): FoundImport[] {
  const { program, errors } = parseSync(fileName, source);
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0]!.message}`);
  const found: FoundImport[] = [];
  const add = (at: number, specifier: unknown, typeOnly: boolean) => {
    const line = source.slice(0, at).split('\n').length;
    found.push({ specifier: literal(specifier), line, typeOnly });
  };
  walk(program as unknown as Node, (node) => {
    switch (node.type) {
      case 'ImportDeclaration':
        return add(node.start, node.source, node.importKind === 'type');
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        return node.source ? add(node.start, node.source, node.exportKind === 'type') : undefined;
      case 'ImportExpression':
        return add(node.start, node.source, false);
      case 'TSImportType':
        return add(node.start, node.source, true);
      case 'TSExternalModuleReference':
        return add(node.start, node.expression, false);
      case 'CallExpression':
        return isRequire(node.callee as Node) ? add(node.start, (node.arguments as Node[])[0], false) : undefined;
    }
  });
  return found.sort((a, b) => a.line - b.line);
}

function isRequire(callee: Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 'require';
  if (callee.type !== 'MemberExpression') return false;
  const { object, property } = callee as unknown as { object: Node; property: Node };
  return object.type === 'Identifier' && object.name === 'require' && property.name === 'resolve';
}

function literal(node: unknown): string | null {
  const { type, value, quasis, expressions } = node as {
    type?: string;
    value?: unknown;
    quasis?: { value: { cooked: string } }[];
    expressions?: unknown[];
  };
  if (type === 'Literal' && typeof value === 'string') return value;
  if (type === 'TemplateLiteral' && expressions?.length === 0) return quasis![0]!.value.cooked;
  return null;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of Object.values(node)) {
    for (const item of Array.isArray(child) ? child : [child]) {
      if (item !== null && typeof item === 'object' && typeof (item as Node).type === 'string')
        walk(item as Node, visit);
    }
  }
}
