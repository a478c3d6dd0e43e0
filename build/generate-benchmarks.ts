import { readFileSync, writeFileSync } from 'node:fs';
import { readFigures, withFigures } from './benchmark-figures.ts';

/** Writes the tables of docs/benchmarks.md from bench/figures.json: `npm run generate:benchmarks`. */
const DOCUMENT = new URL('../docs/benchmarks.md', import.meta.url);
writeFileSync(DOCUMENT, withFigures(readFileSync(DOCUMENT, 'utf8'), readFigures()));
