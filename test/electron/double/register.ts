import { registerHooks } from 'node:module';

/** Used with `node --import`: resolves `electron` to the double. */
const DOUBLE = new URL('./index.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: DOUBLE, shortCircuit: true } : next(specifier, context),
});
