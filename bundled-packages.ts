/**
 * Packages of plain JavaScript that the builds for Node put into their own files: looking for some 500 small files is
 * most of a start otherwise. What they need themselves comes along, so that nothing (zod) is there twice. All others
 * stay in node_modules, where native addons, models and wasm files load from beside their own code.
 */
export const BUNDLED_PACKAGES = [
  '@hono/node-server',
  '@hono/zod-openapi',
  '@hono/zod-validator',
  'hono',
  '@asteasolutions/zod-to-openapi',
  'openapi3-ts',
  'zod',
  '@modelcontextprotocol/core',
  '@modelcontextprotocol/server',
  'client-zip',
  'compromise',
  'efrt',
  'eventsource-parser',
  'grad-school',
  'jose',
  'kysely',
  'ollama',
  'pend',
  'suffix-thumb',
  'whatwg-fetch',
  'yauzl',
];
