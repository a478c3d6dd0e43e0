import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createApi } from '../src/server/http/routes/index.ts';

/**
 * Writes the route types of the window's API client from the server's OpenAPI document: `npm run generate:routes`.
 * Schemas are named as types of src/contract, so that a response has the type the rest of the window uses.
 * With `--check`, only reports whether the file is up to date.
 */

const CONTRACT_FOLDER = fileURLToPath(new URL('../src/contract/', import.meta.url));
const TARGET = fileURLToPath(new URL('../src/renderer/api/routes.gen.ts', import.meta.url));
const REF_PREFIX = '#/components/schemas/';

/** The parts of JSON Schema that the document uses outside of its components. */
interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
}

type Content = Readonly<Record<string, { schema: JsonSchema }>>;

interface Operation {
  parameters?: readonly { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: { content: Content; required?: boolean };
  responses: Readonly<Record<string, { content?: Content }>>;
}

/** Where the contract exports a schema. */
interface ContractName {
  file: string;
  name: string;
}

/** Schemas of the contract by their OpenAPI id. */
async function contractNames(): Promise<Map<string, ContractName>> {
  const names = new Map<string, ContractName>();
  const files = readdirSync(CONTRACT_FOLDER, { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  for (const file of files.filter((each) => each.endsWith('.ts')).sort()) {
    const exported = (await import(new URL(file, `file://${CONTRACT_FOLDER}`).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      const id = value instanceof z.ZodType ? value.meta()?.id : undefined;
      if (id !== undefined && !names.has(id)) names.set(id, { file, name });
    }
  }
  return names;
}

/**
 * Source of the generated module. Schemas that the contract doesn't export become `unknown`, which no caller can
 * misread.
 */
export async function generateRoutes(): Promise<string> {
  const names = await contractNames();
  const imports = new Map<string, Set<string>>();

  const reference = (ref: string, direction: 'input' | 'output') => {
    const known = names.get(ref.slice(REF_PREFIX.length));
    if (!known) return 'unknown';
    imports.set(known.file, (imports.get(known.file) ?? new Set()).add(known.name));
    return `z.${direction}<typeof ${known.name}>`;
  };
  const typeOf = (schema: JsonSchema, direction: 'input' | 'output'): string => {
    if (schema.$ref !== undefined) return reference(schema.$ref, direction);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.anyOf) return schema.anyOf.map((each) => typeOf(each, direction)).join(' | ');
    if (schema.type === 'array') return `Array<${typeOf(schema.items ?? {}, direction)}>`;
    if (schema.properties) return objectOf(schema, direction);
    if (schema.type === 'string' || schema.type === 'boolean' || schema.type === 'null') return schema.type;
    return schema.type === 'number' || schema.type === 'integer' ? 'number' : 'unknown';
  };
  const objectOf = ({ properties = {}, required = [] }: JsonSchema, direction: 'input' | 'output') => {
    const fields = Object.entries(properties).map(
      ([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, direction)}`,
    );
    return `{ ${fields.join('; ')} }`;
  };
  const parametersOf = ({ parameters = [] }: Operation, place: string) => {
    const found = parameters.filter((parameter) => parameter.in === place);
    if (found.length === 0) return [];
    const isRequired = found.some(({ required }) => required);
    const fields = found.map(({ name, required, schema }) =>
      required ? `${name}: ${typeOf(schema, 'input')}` : `${name}?: ${typeOf(schema, 'input')} | undefined`,
    );
    return [`${place === 'path' ? 'params' : place}${isRequired ? '' : '?'}: { ${fields.join('; ')} }`];
  };
  const bodyOf = ({ requestBody }: Operation) => {
    const schema = requestBody?.content['application/json']?.schema;
    return schema ? [`body: ${typeOf(schema, 'input')}`] : [];
  };
  const responseOf = ({ responses }: Operation) => {
    const content = (responses['200'] ?? responses['201'])?.content ?? {};
    const schema = content['application/json']?.schema;
    return schema ? [`response: ${typeOf(schema, 'output')}`] : [];
  };

  const { paths = {} } = createApi().getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '' } });
  const routes = Object.entries(paths as unknown as Record<string, Record<string, Operation>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => {
        const parts = [
          ...parametersOf(operation, 'path'),
          ...parametersOf(operation, 'query'),
          ...bodyOf(operation),
          ...responseOf(operation),
        ];
        return `  '${method.toUpperCase()} ${path}': ${parts.length > 0 ? `{ ${parts.join('; ')} }` : 'object'};`;
      }),
  );
  const importLines = [...imports]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, exports]) => `import type { ${[...exports].sort().join(', ')} } from '../../contract/${file}';`);
  return [
    '// Generated by `npm run generate:routes` from the OpenAPI document of the server. Do not edit.',
    "import type { z } from 'zod';",
    ...importLines,
    '',
    '/** Parameters, body, and JSON response of each route under `/api`; without `response`, another media type. */',
    'export interface Routes {',
    ...routes.sort(),
    '}',
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await generateRoutes();
  if (!process.argv.includes('--check')) writeFileSync(TARGET, text);
  else if (readFileSync(TARGET, 'utf8') !== text) {
    console.error('src/renderer/api/routes.gen.ts does not match the server: run `npm run generate:routes`.');
    process.exitCode = 1;
  }
}
