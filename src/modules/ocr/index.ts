export { ocr, READING_NEEDS } from './module.ts';
export { TextReader } from './reader.ts';
export type { SegmentLine } from './segments.ts';
export { textSegment } from './segments.ts';
export { editDistance } from './similarity.ts';
