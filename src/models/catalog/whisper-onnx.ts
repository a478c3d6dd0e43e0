import type { CatalogEntry } from './entry.ts';

/**
 * Whisper in ONNX form, quantized to 8 bits, for processors. The `_timestamped` repositories export the cross attentions
 * that word times are computed from. They publish no list of checksums, so the first install pins them; where a revision is
 * given, later uploads to the repository change nothing.
 */
const FILES = [
  'config.json',
  'generation_config.json',
  'preprocessor_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'onnx/encoder_model_quantized.onnx',
  'onnx/decoder_model_merged_quantized.onnx',
];

type Row = [name: string, revision: string, memoryMegabytes: number | null, note: string];

const ROWS: readonly Row[] = [
  ['tiny', 'main', null, 'The fastest on any processor; basic accuracy.'],
  ['tiny.en', '173261c8bbc4f298ab4e92906390a70c5b24687d', null, 'The fastest for English; basic accuracy.'],
  ['base', 'c2f58ba5d2abe7e879d4e8246f774164c5bb8438', 650, 'The best choice without a GPU; about 100 languages.'],
  ['base.en', 'main', null, 'The best choice for English without a GPU.'],
  ['small', '3f6147589ae9d2968a381e151e543810068d87f3', null, 'More accurate, and slower than base.'],
  ['small.en', '390528d8674b71ea7651a389932719d1de78d186', null, 'More accurate for English, and slower than base.'],
];

export const WHISPER_ONNX_MODELS: readonly CatalogEntry[] = ROWS.map(([name, revision, memory, note]) => ({
  id: `whisper-${name}-int8`,
  name: `Whisper ${name} int8`,
  task: 'speech-recognition',
  engine: 'onnxruntime',
  languages: name.includes('.en') ? ['en'] : 'multilingual',
  license: 'MIT',
  repository: `onnx-community/whisper-${name}_timestamped`,
  revision,
  files: FILES.map((path) => ({ path, bytes: null, hash: null })),
  memoryBytes: memory === null ? null : memory * 1_000_000,
  publishedAt: null,
  note: `${note} Checksums are pinned at the first install.`,
}));
