import { cacheCompiledCode } from '../files/compile-cache.ts';

// Entry of the worker process. The cache must be enabled before the code is loaded, hence this separate entry.
cacheCompiledCode();
await import('./work.ts');
