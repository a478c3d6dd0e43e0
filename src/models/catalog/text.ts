import { sentence } from '../../core/texts/sentence.ts';
import type { CatalogEntry } from './entry.ts';

const PUBLISHED = 'https://www.modelscope.cn/models/RapidAI/RapidOCR';

interface TextModel {
  id: string;
  name: string;
  file: string;
  bytes: number | null;
  sha256: string;
  languages: readonly string[];
}

const entry = ({ id, name, file, bytes, sha256, languages }: TextModel): CatalogEntry => ({
  id,
  name,
  task: 'text-recognition',
  engine: 'onnxruntime',
  languages,
  license: 'Apache-2.0',
  repository: 'RapidAI/RapidOCR',
  revision: 'v3.10.0',
  host: 'https://www.modelscope.cn/models',
  files: [{ path: file, bytes, hash: { algorithm: 'sha256', hex: sha256 } }],
  memoryBytes: null,
  publishedAt: PUBLISHED,
  note: sentence('model-note.text'),
});

const v5 = (script: string, name: string, languages: readonly string[], sha256: string): CatalogEntry =>
  entry({
    id: `pp-ocrv5-${name.toLowerCase().replaceAll(' ', '-')}`,
    name: `PP-OCRv5 ${name}`,
    file: `onnx/PP-OCRv5/rec/${script}_PP-OCRv5_rec_mobile.onnx`,
    bytes: null,
    sha256,
    languages,
  });

/**
 * Recognizers of PP-OCR in ONNX form, with their dictionary inside. Checksums are those that the package `rapidocr` 3.x
 * pins for the same files.
 */
export const TEXT_MODELS: readonly CatalogEntry[] = [
  entry({
    id: 'pp-ocrv6-small',
    name: 'PP-OCRv6 small',
    file: 'onnx/PP-OCRv6/rec/PP-OCRv6_rec_small.onnx',
    bytes: 21_234_383,
    sha256: '6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884',
    languages: 'en de fr es pt it nl sv da no fi pl cs hu ro hr tr el zh ja'.split(' '),
  }),
  v5(
    'latin',
    'Latin',
    'en de fr es pt it nl sv da no fi pl cs hu ro hr tr'.split(' '),
    'b20bd37c168a570f583afbc8cd7925603890efbcdc000a59e22c269d160b5f5a',
  ),
  v5(
    'cyrillic',
    'Cyrillic',
    'ru uk bg sr mk be kk mn'.split(' '),
    '90f761b4bfcce0c8c561c0cb5c887b0971d3ec01c32164bdf7374a35b0982711',
  ),
  v5('eslav', 'East Slavic', 'ru uk be'.split(' '), '08705d6721849b1347d26187f15a5e362c431963a2a62bfff4feac578c489aab'),
  v5('el', 'Greek', ['el'], 'b4368bccd557123c702b7549fee6cd1e94b581337d1c9b65310f109131542b7f'),
  v5('arabic', 'Arabic', 'ar fa ur ug'.split(' '), 'c1192e632d0baa9146ae5b756a0e635e3dc63c1733737ebfd1629e87144e9295'),
  v5(
    'devanagari',
    'Devanagari',
    'hi mr ne sa'.split(' '),
    'd6f0a906580e3fa6b324a318718f1f31f268b6ea8ef985f91c2012a37f52c91e',
  ),
  v5('korean', 'Korean', ['ko'], 'cd6e2ea50f6943ca7271eb8c56a877a5a90720b7047fe9c41a2e541a25773c9b'),
  v5('th', 'Thai', ['th'], 'de541dd83161c241ff426f7ecfd602a0ba77d686cf3ab9a6c255ea82fd08006e'),
];
