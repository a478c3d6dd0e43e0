import { join } from 'node:path';
import {
  type CallExpression,
  type Identifier,
  type Node,
  type StringLiteral,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, SignatureKind, type Type } from 'typescript/unstable/sync';
import { withoutPlural } from './check-texts.ts';
import type { TextCatalog } from './text-catalogs.ts';

export interface TextUse {
  /** Keys that the code can ask for, by the catalog's file. */
  keys: Map<string, Set<string>>;
  /** Calls whose key can't be resolved, one line each. */
  problems: string[];
}

/**
 * Finds the keys that code passes to a translator, resolved by the type checker: `t('filter.${kind}')` uses a key for
 * each member of the type of `kind`. A translator is recognized by its parameter, the union of one catalog's keys.
 * @param root the project's root
 * @param projects tsconfig files under it
 */
export function findTextKeys(root: string, projects: readonly string[], catalogs: readonly TextCatalog[]): TextUse {
  const bySignature = new Map(
    catalogs.map(({ file, english, withoutText = [] }) => [
      signature([...Object.keys(english).map(withoutPlural), ...withoutText]),
      { file, english, withoutText: new Set(withoutText) },
    ]),
  );
  const use: TextUse = { keys: new Map(catalogs.map(({ file }) => [file, new Set()])), problems: [] };
  const stems = new Set(
    catalogs.flatMap(({ english, withoutText = [] }) => [...Object.keys(english).map(withoutPlural), ...withoutText]),
  );
  using api = disposable(new API({ cwd: root }));
  for (const config of projects) {
    const path = join(root, config);
    const project = api.value.updateSnapshot({ openProjects: [path] }).getProject(path);
    if (!project) throw new Error(`no project ${config}`);
    const { program, checker } = project;
    for (const name of program.getSourceFileNames()) {
      if (!name.startsWith(join(root, 'src')) || !/\.tsx?$/.test(name)) continue;
      const source = program.getSourceFile(name);
      if (!source) throw new Error(`no source ${name}`);
      const at = (node: Node) => `${name.slice(root.length + 1)}:${source.text.slice(0, node.pos).split('\n').length}`;
      const calls = callsWithKey(source, stems);
      if (calls.length === 0) continue;
      const callees = checker.getTypeAtLocation(calls.map((call) => call.expression));
      const keys = checker.getTypeAtLocation(calls.map((call) => call.arguments[0]!));
      calls.forEach((call, i) => {
        const declared = callees[i] && checker.getSignaturesOfType(callees[i], SignatureKind.Call);
        if (declared?.length !== 1) return;
        const parameter = checker.getParameterType(declared[0]!, 0);
        const expected = parameter && literals(parameter);
        const catalog = expected && bySignature.get(signature(expected));
        if (!catalog) return;
        const passed = keys[i] && literals(keys[i]);
        if (!passed || (expected.length > 1 && passed.length === expected.length)) {
          use.problems.push(`${at(call)}: the key may be any: narrow its type`);
          return;
        }
        const values = call.arguments[1] && checker.getTypeAtLocation(call.arguments[1]);
        const names = new Set(values ? checker.getPropertiesOfType(values).map(({ name }) => name) : []);
        for (const key of passed) {
          if (catalog.withoutText.has(key)) continue;
          use.keys.get(catalog.file)!.add(key);
          const unfilled = placeholdersOf(catalog.english, key).filter((placeholder) => !names.has(placeholder));
          if (unfilled.length > 0) {
            use.problems.push(
              `${at(call)}: “${key}” is used without ${unfilled.map((one) => `{{${one}}}`).join(', ')}`,
            );
          }
        }
      });
    }
  }
  return use;
}

/** Names of the values in the English texts of a key. */
function placeholdersOf(english: TextCatalog['english'], key: string): string[] {
  const texts = Object.entries(english).filter(([each]) => each === key || withoutPlural(each) === key);
  return [...new Set(texts.flatMap(([, text]) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name!)))];
}

/** Names of translators that are called with a key that is no literal. A key of any other counts as unused. */
const TRANSLATORS = /^(t|text|sentence|message)$/;

/**
 * Calls whose first argument may be a key. Asking for types is what this check costs, so that other calls are left out
 * by their syntax.
 */
function callsWithKey(node: Node, keys: ReadonlySet<string>): CallExpression[] {
  const mayHaveKey = ({ expression, arguments: [argument] }: CallExpression): boolean =>
    argument!.kind === SyntaxKind.StringLiteral
      ? keys.has((argument as StringLiteral).text)
      : TRANSLATORS.test(expression.kind === SyntaxKind.Identifier ? (expression as Identifier).text : '');
  const found: CallExpression[] = [];
  const visit = (each: Node): void => {
    if (each.kind === SyntaxKind.CallExpression) {
      const call = each as CallExpression;
      if (call.arguments.length > 0 && call.arguments.length <= 2 && mayHaveKey(call)) found.push(call);
    }
    each.forEachChild(visit);
  };
  visit(node);
  return found;
}

/** The members of a string literal or a union of them; undefined for any other type. */
function literals(type: Type): string[] | undefined {
  const members = type.isUnionType() ? type.getTypes() : [type];
  const values = members.map((member) => (member.isStringLiteralType() ? member.value : undefined));
  return values.every((value) => value !== undefined) ? values : undefined;
}

function signature(keys: readonly string[]): string {
  return [...new Set(keys)].sort().join('\n');
}

function disposable(value: API): { value: API } & Disposable {
  return { value, [Symbol.dispose]: () => value.close() };
}
