import { parseSync } from 'vite';

/** An import in a file. */
export interface FoundImport {
  /**
   * The text between the quotes, or of a template its beginning when that names a package or scope; null when it is
   * computed, so it can't be checked.
   */
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
 * Every import of a TypeScript or JavaScript source: static, type-only, side effect, re-export, `import()`, `import x =
 * require()`, `require()`, `require.resolve()`, import types, and calls of functions returned by `createRequire`,
 * whatever their names; passing such a function on counts as a computed import. Parsed by Oxc through Vite, since
 * TypeScript 7 has no API for JavaScript. `import { type A }` counts as a value import: with verbatimModuleSyntax the
 * module is loaded all the same. A `new URL('…', import.meta.url)` refers to a file to start or read and is not an
 * import.
 * @throws Error when the source does not parse
 */
export function findImports(source: string, fileName: string): FoundImport[] {
  const key = `${fileName}\0${source}`;
  const known = imports.get(key) ?? parseImports(source, fileName);
  imports.set(key, known);
  return known;
}

/** Imports by file name and source: two checks ask for those of the same files. */
const imports = new Map<string, FoundImport[]>();

function parseImports(source: string, fileName: string): FoundImport[] {
  const { program, errors } = parseSync(fileName, source);
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0]!.message}`);
  const found: FoundImport[] = [];
  const add = (at: number, specifier: unknown, typeOnly: boolean) => {
    const line = source.slice(0, at).split('\n').length;
    found.push({ specifier: literal(specifier), line, typeOnly });
  };
  const root = program as unknown as Node;
  const hasMakers = source.includes('createRequire');
  const makers = new Set(['createRequire', ...(hasMakers ? renamed(root) : [])]);
  const loaders = new Set(['require', ...(hasMakers ? bound(root, makers) : [])]);
  walk(root, (node, parent) => {
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
        if (loads(node.callee as Node, loaders, makers)) add(node.start, (node.arguments as Node[])[0], false);
        else if (makes(node, makers) && !staysHere(node, parent)) add(node.start, null, false);
        return;
      case 'Identifier':
        if (node.name !== 'require' && loaders.has(node.name as string) && !staysHere(node, parent))
          add(node.start, null, false);
    }
  });
  return found.sort((a, b) => a.line - b.line);
}

/** Aliases of an imported `createRequire`. */
function renamed(root: Node): string[] {
  const names: string[] = [];
  walk(root, (node) => {
    if (node.type === 'ImportSpecifier' && (node.imported as Node).name === 'createRequire')
      names.push((node.local as Node).name as string);
  });
  return names;
}

/** Names bound to functions returned by `createRequire`. */
function bound(root: Node, makers: ReadonlySet<string>): string[] {
  const names: string[] = [];
  walk(root, ({ type, id, init }) => {
    if (type === 'VariableDeclarator' && (id as Node).type === 'Identifier' && makes(init as Node | null, makers))
      names.push((id as Node).name as string);
  });
  return names;
}

/** Whether this calls `createRequire`, as a function or as a member of its module. */
function makes(node: Node | null, makers: ReadonlySet<string>): boolean {
  if (node?.type !== 'CallExpression') return false;
  const callee = node.callee as Node;
  const name = callee.type === 'MemberExpression' ? (callee.property as Node) : callee;
  return name.type === 'Identifier' && makers.has(name.name as string);
}

/** Whether calling this loads or resolves a module. */
function loads(callee: Node, loaders: ReadonlySet<string>, makers: ReadonlySet<string>): boolean {
  if (callee.type === 'Identifier') return loaders.has(callee.name as string);
  if (makes(callee, makers)) return true;
  if (callee.type !== 'MemberExpression' || (callee.property as Node).name !== 'resolve') return false;
  const object = callee.object as Node;
  return makes(object, makers) || (object.type === 'Identifier' && loaders.has(object.name as string));
}

/** Whether a loading function is only bound, called, or read for its `resolve` here, so that every use is visible. */
function staysHere(node: Node, parent: Node | null): boolean {
  if (parent?.type === 'VariableDeclarator')
    return node.type === 'Identifier' ? parent.id === node : parent.init === node;
  if (parent?.type === 'MemberExpression')
    return parent.property === node || (parent.property as Node).name === 'resolve';
  return parent?.type === 'CallExpression' && parent.callee === node;
}

/** Start of a template that contains a package name, or at least its scope: `@scope/…`, `name/…`. */
const NAMED = /^(@[^/]+|[^@./][^/:]*)\//;

function literal(node: unknown): string | null {
  if (node === null) return null;
  const { type, value, quasis, expressions } = node as {
    type?: string;
    value?: unknown;
    quasis?: { value: { cooked: string } }[];
    expressions?: unknown[];
  };
  if (type === 'Literal' && typeof value === 'string') return value;
  if (type !== 'TemplateLiteral') return null;
  const text = quasis![0]!.value.cooked;
  return expressions?.length === 0 || NAMED.test(text) ? text : null;
}

function walk(node: Node, visit: (node: Node, parent: Node | null) => void, parent: Node | null = null): void {
  visit(node, parent);
  for (const child of Object.values(node)) {
    for (const item of Array.isArray(child) ? child : [child]) {
      if (item !== null && typeof item === 'object' && typeof (item as Node).type === 'string')
        walk(item as Node, visit, node);
    }
  }
}
