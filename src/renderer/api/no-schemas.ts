/**
 * Stands in for zod in the built window, which takes types from the contract and leaves checking to the server: 40 kB
 * less to load before anything is shown. Building a schema is a no-op; using one throws.
 */
const USES = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'encode', 'decode', 'options', 'shape']);

// biome-ignore lint/suspicious/noExplicitAny: it takes the place of every schema
const nothing: any = new Proxy(() => nothing, {
  get(_, name) {
    if (typeof name === 'string' && USES.has(name)) throw new Error(`The window checks no schemas (${name}).`);
    return nothing;
  },
  apply: () => nothing,
});

export const z = nothing;
