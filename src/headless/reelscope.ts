#!/usr/bin/env node
import { cacheCompiledCode } from '../files/compile-cache.ts';

// The cache must be enabled before the code is loaded, hence this separate entry.
cacheCompiledCode();
const { runCommandLine } = await import('./arguments/command-line.ts');
await runCommandLine();
