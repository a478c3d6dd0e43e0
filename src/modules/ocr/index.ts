export { LetterRestorer } from './accents/letter-restorer.ts';
export { ocr, READING_NEEDS } from './module.ts';
export { TextReader } from './reader.ts';
export { readerOptions } from './reader-options.ts';
export { ScriptReader } from './scripts/script-reader.ts';
export type { SegmentLine } from './segments.ts';
export { textSegments } from './segments.ts';
