import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { CatalogEntry } from './entry.ts';

/**
 * Whisper in ONNX form, quantized to 8 bits, for processors. The `_timestamped` repositories export the cross
 * attentions that word times are computed from. They publish no list of checksums, so the first install pins them;
 * where a revision is given, later uploads to the repository change nothing.
 */
interface Row {
  name: string;
  revision: string;
  /** Bytes of the encoder and the decoder, as the hub lists them; of `tiny.en` and `small.en` rounded. */
  encoder: number;
  decoder: number;
  memoryMegabytes: number | null;
  note: LocalizedText;
}

const ROWS: readonly Row[] = [
  {
    name: 'tiny',
    revision: 'main',
    encoder: 10_097_109,
    decoder: 30_730_264,
    memoryMegabytes: null,
    note: sentence('model-note.int8-fastest'),
  },
  {
    name: 'tiny.en',
    revision: '173261c8bbc4f298ab4e92906390a70c5b24687d',
    encoder: 10_100_000,
    decoder: 30_700_000,
    memoryMegabytes: null,
    note: sentence('model-note.int8-fastest-english'),
  },
  {
    name: 'base',
    revision: 'c2f58ba5d2abe7e879d4e8246f774164c5bb8438',
    encoder: 23_159_167,
    decoder: 53_712_708,
    memoryMegabytes: 540,
    note: sentence('model-note.int8-best'),
  },
  {
    name: 'base.en',
    revision: 'main',
    encoder: 23_159_173,
    decoder: 53_712_196,
    memoryMegabytes: 540,
    note: sentence('model-note.int8-best-english'),
  },
  {
    name: 'small',
    revision: '3f6147589ae9d2968a381e151e543810068d87f3',
    encoder: 92_240_498,
    decoder: 156_795_750,
    memoryMegabytes: null,
    note: sentence('model-note.int8-accurate'),
  },
  {
    name: 'small.en',
    revision: '390528d8674b71ea7651a389932719d1de78d186',
    encoder: 92_200_000,
    decoder: 156_800_000,
    memoryMegabytes: null,
    note: sentence('model-note.int8-accurate-english'),
  },
];

const filesOf = ({ name, encoder, decoder }: Row): CatalogEntry['files'] =>
  [
    { path: 'config.json', bytes: 2_243 },
    { path: 'generation_config.json', bytes: 3_832 },
    { path: 'preprocessor_config.json', bytes: 339 },
    { path: 'tokenizer.json', bytes: name.includes('.en') ? 2_405_679 : 2_480_466 },
    { path: 'tokenizer_config.json', bytes: 282_683 },
    { path: 'onnx/encoder_model_quantized.onnx', bytes: encoder },
    { path: 'onnx/decoder_model_merged_quantized.onnx', bytes: decoder },
  ].map((file) => ({ ...file, hash: null }));

export const WHISPER_ONNX_MODELS: readonly CatalogEntry[] = ROWS.map((row) => ({
  id: `whisper-${row.name}-int8`,
  name: `Whisper ${row.name} int8`,
  task: 'speech-recognition',
  engine: 'onnxruntime',
  languages: row.name.includes('.en') ? ['en'] : 'multilingual',
  license: 'MIT',
  repository: `onnx-community/whisper-${row.name}_timestamped`,
  revision: row.revision,
  files: filesOf(row),
  memoryBytes: row.memoryMegabytes === null ? null : row.memoryMegabytes * 1_000_000,
  publishedAt: null,
  note: sentence('model-note.pinned', { note: row.note }),
}));
