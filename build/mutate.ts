import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSync } from 'vite';
import { seededRandom } from '../test/fixtures/random.ts';

/**
 * `npm run test:mutants`: breaks the code in places of all rooms, one at a time, and counts how many `npm test` finds.
 * Of the tests only those run that import the broken file, first those of its own folder. Prints each place with its
 * outcome; restores each file.
 */

/** A change of the code between two positions. */
interface Mutation {
  start: number;
  end: number;
  text: string;
  kind: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const ROOMS = [
  'base',
  'contract',
  'core',
  'db',
  'headless',
  'media',
  'models',
  'modules',
  'pipeline',
  'renderer',
  'server',
  'storage',
];
const COMPARISONS: Readonly<Record<string, string>> = {
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
  '===': '!==',
  '!==': '===',
};
const SUITES = ['unit', 'alone', 'commands'].flatMap((name) => ['--project', name]);

/** Negated conditions, changed numbers, and dropped statements that a source allows. */
function mutationsOf(source: string, file: string): Mutation[] {
  const found: Mutation[] = [];
  const code = (node: Node) => source.slice(node.start, node.end);
  const visit = (node: Node): void => {
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') {
      const test = node.test as Node;
      found.push({ start: test.start, end: test.end, text: `!(${code(test)})`, kind: 'negated condition' });
    } else if (node.type === 'BinaryExpression' && COMPARISONS[node.operator as string]) {
      const [left, right] = [node.left as Node, node.right as Node];
      const text = `${code(left)} ${COMPARISONS[node.operator as string]} ${code(right)}`;
      found.push({ start: node.start, end: node.end, text, kind: 'other comparison' });
    } else if (node.type === 'Literal' && typeof node.value === 'number' && node.value > 1) {
      found.push({ start: node.start, end: node.end, text: String(node.value * 3), kind: 'changed number' });
    } else if (node.type === 'ExpressionStatement' && (node.expression as Node).type !== 'Literal') {
      found.push({ start: node.start, end: node.end, text: ';', kind: 'dropped statement' });
    }
    for (const child of Object.values(node))
      for (const item of Array.isArray(child) ? child : [child])
        if (item !== null && typeof item === 'object' && typeof (item as Node).type === 'string') visit(item as Node);
  };
  visit(parseSync(file, source).program as unknown as Node);
  return found;
}

/** Whether tests of `npm test` fail. */
function fails(command: 'run' | 'related', ...args: string[]): boolean {
  const options = ['--bail', '1', '--reporter', 'dot', '--passWithNoTests', ...SUITES];
  const { status } = spawnSync('vitest', [command, ...options, ...args], {
    stdio: 'ignore',
    shell: process.platform === 'win32',
  });
  return status !== 0;
}

const { values } = parseArgs({
  options: { count: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
});
const random = seededRandom(Number(values.seed));
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
let caught = 0;
const count = Number(values.count);
for (let index = 0; index < count; index++) {
  const files = globSync(`src/${ROOMS[index % ROOMS.length]}/**/*.{ts,tsx}`, {
    exclude: ['**/*.gen.ts', '**/locales/**'],
  }).sort();
  let [file, source, mutations] = ['', '', [] as Mutation[]];
  while (mutations.length === 0) {
    file = pick(files);
    source = readFileSync(file, 'utf8');
    mutations = mutationsOf(source, file);
  }
  const { start, end, text, kind } = pick(mutations);
  writeFileSync(file, source.slice(0, start) + text + source.slice(end));
  const ownTests = globSync(`${dirname(file).replace('src', 'test')}/*.test.ts`);
  const isCaught = (ownTests.length > 0 && fails('run', ...ownTests)) || fails('related', '--run', file);
  writeFileSync(file, source);
  if (isCaught) caught++;
  const line = source.slice(0, start).split('\n').length;
  console.log(`${isCaught ? 'caught' : 'missed'}  ${file}:${line}  ${kind}: ${source.slice(start, end).slice(0, 80)}`);
}
console.log(`${caught} of ${count} caught`);
process.exit(caught >= 0.9 * count ? 0 : 1);
