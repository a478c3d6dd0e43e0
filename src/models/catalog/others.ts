import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { CatalogEntry, CatalogFile } from './entry.ts';

const sha256 = (path: string, bytes: number, hex: string): CatalogFile => ({
  path,
  bytes,
  hash: { algorithm: 'sha256', hex },
});
/** File without a published size or checksum. */
const unpublished = (path: string): CatalogFile => ({ path, bytes: null, hash: null });

/** The 25 languages of NVIDIA's model card for parakeet-tdt-0.6b-v3. */
const EUROPEAN = 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro ru sk sl es sv uk'.split(' ');

const parakeet = (variant: string, bytes: number, hex: string, note: LocalizedText): CatalogEntry => ({
  id: `parakeet-tdt-0.6b-v3-${variant}`,
  name: `Parakeet TDT 0.6B v3 ${variant}`,
  task: 'speech-recognition',
  engine: 'whisper.cpp',
  languages: EUROPEAN,
  license: 'CC-BY-4.0',
  repository: 'ggml-org/parakeet-GGUF',
  revision: '35156454d1a39de06863303dd209fd2bed6ee079',
  files: [sha256(`ggml-parakeet-tdt-0.6b-v3-${variant}.bin`, bytes, hex)],
  memoryBytes: null,
  publishedAt: 'https://huggingface.co/ggml-org/parakeet-GGUF',
  note,
});

/**
 * Models other than Whisper. Checksums are the hub's Git LFS object ids (SHA-256) for the given revision, cross-checked
 * against independent projects that pin the same files. Silero VAD is bundled and therefore not listed.
 */
export const OTHER_MODELS: readonly CatalogEntry[] = [
  parakeet(
    'q4_0',
    355_615_679,
    'aa7fe2f5fb47d863ca23e8b1d490632d63a2599f515268b6d6bd656158dad45e',
    sentence('model-note.parakeet'),
  ),
  parakeet(
    'q8_0',
    668_757_119,
    '4d64e9e96c2792186d072fde0034df0ad670cf680a2f53069052ead827fd600e',
    sentence('model-note.parakeet-q8'),
  ),
  {
    id: 'wespeaker-voxceleb-resnet34-lm',
    name: 'WeSpeaker ResNet34-LM',
    task: 'speaker-embedding',
    engine: 'onnxruntime',
    languages: 'multilingual',
    license: 'CC-BY-4.0',
    repository: 'Wespeaker/wespeaker-voxceleb-resnet34-LM',
    revision: 'f0c48c298fd835726c27956a5d617bad7115627e',
    files: [
      sha256(
        'voxceleb_resnet34_LM.onnx',
        26_530_309,
        '7bb2f06e9df17cdf1ef14ee8a15ab08ed28e8d0ef5054ee135741560df2ec068',
      ),
    ],
    memoryBytes: null,
    publishedAt: 'https://huggingface.co/Wespeaker/wespeaker-voxceleb-resnet34-LM',
    note: sentence('model-note.speakers'),
  },
  {
    id: 'pyannote-segmentation-3.0',
    name: 'pyannote segmentation 3.0',
    task: 'speaker-segmentation',
    engine: 'onnxruntime',
    languages: 'multilingual',
    license: 'MIT',
    repository: 'onnx-community/pyannote-segmentation-3.0',
    revision: '733a93b6473d019a773298e08cefa686894b1854',
    files: [sha256('onnx/model.onnx', 5_986_908, '057ee564753071c0b09b5b611648b50ac188d50846bff5f01e9f7bbf1591ea25')],
    memoryBytes: null,
    publishedAt: 'https://huggingface.co/onnx-community/pyannote-segmentation-3.0',
    note: sentence('model-note.speaker-turns'),
  },
  {
    id: 'multilingual-e5-small',
    name: 'Multilingual E5 small',
    task: 'sentence-embedding',
    engine: 'transformers.js',
    languages: 'multilingual',
    license: 'MIT',
    repository: 'Xenova/multilingual-e5-small',
    revision: '761b726dd34fb83930e26aab4e9ac3899aa1fa78',
    files: [
      sha256('config.json', 658, 'cb99455288675345e1a4f411438d5d0adbba5fbd3a67ea4fb03c015433b996c1'),
      sha256('tokenizer_config.json', 443, 'a1d6bc8734a6f635dc158508bef000f8e2e5a759c7d92f984b2c86e5ff53425b'),
      sha256('tokenizer.json', 17_082_730, '0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39'),
      sha256(
        'onnx/model_quantized.onnx',
        118_308_185,
        'f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193',
      ),
    ],
    memoryBytes: null,
    publishedAt: 'https://huggingface.co/Xenova/multilingual-e5-small',
    note: sentence('model-note.e5'),
  },
  {
    id: 'vit-gpt2-image-captioning',
    name: 'ViT-GPT2 image captioning',
    task: 'image-captioning',
    engine: 'transformers.js',
    languages: ['en'],
    license: 'Apache-2.0',
    repository: 'Xenova/vit-gpt2-image-captioning',
    revision: 'main',
    files: [
      'config.json',
      'generation_config.json',
      'preprocessor_config.json',
      'tokenizer.json',
      'tokenizer_config.json',
      'onnx/encoder_model_quantized.onnx',
      'onnx/decoder_model_merged_quantized.onnx',
    ].map(unpublished),
    memoryBytes: null,
    publishedAt: null,
    note: sentence('model-note.captions'),
  },
];
