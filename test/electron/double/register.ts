import { registerHooks } from 'node:module';

/** `node --import` this, and `import 'electron'` gives the double. */
const DOUBLE = new URL('./index.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: DOUBLE, shortCircuit: true } : next(specifier, context),
});
