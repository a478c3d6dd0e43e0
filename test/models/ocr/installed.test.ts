import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOG } from '../../../src/models/catalog/index.ts';
import { urlOf } from '../../../src/models/installer/install.ts';
import { installedTextModels, loadTextReaders } from '../../../src/models/ocr/index.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { textModel } from '../../fixtures/text-model.ts';

const IMAGE = { width: 400, height: 60, rgb: new Uint8Array(400 * 60 * 3).fill(200) };
const LINE = { cx: 200, cy: 30, width: 300, height: 40, cos: 1, sin: 0 };

async function install(folder: string, id: string, model: Uint8Array): Promise<void> {
  await mkdir(join(folder, id), { recursive: true });
  await writeFile(join(folder, id, 'rec.onnx'), model);
  const files = [{ path: 'rec.onnx', bytes: model.length, sha256: 'unused' }];
  const manifest = { id, task: 'text-recognition', files, verified: 'none', installed_at: '2026-01-01T00:00:00Z' };
  await writeFile(join(folder, id, 'model.json'), JSON.stringify(manifest));
}

test('reads a line with every installed recognizer, Arabic in the order in which it is read', async () => {
  const folder = await tempFolder();
  await install(folder, 'cyrillic', textModel('Погода на завтра'));
  // As a network sees it: from left to right.
  await install(folder, 'arabic', textModel([...'أخبار 24'].reverse().join('').replace('42', '24'), 0.9));
  expect(await installedTextModels(folder)).toEqual(['arabic', 'cyrillic']);
  const readers = await loadTextReaders(folder);
  try {
    const readings = await readers.read(IMAGE, LINE);
    expect(readings.map(({ text }) => text)).toEqual(['أخبار 24', 'Погода на завтра']);
    expect(readings[0]!.confidence).toBeCloseTo(0.9);
  } finally {
    await readers.dispose();
  }
});

test('names a model that has no dictionary', async () => {
  const folder = await tempFolder();
  await install(folder, 'broken', new Uint8Array([8, 10]));
  await expect(loadTextReaders(folder)).rejects.toMatchObject({ code: 'model_unavailable' });
});

test('offers recognizers from their own source, or from a mirror', () => {
  const model = CATALOG.find(({ id }) => id === 'pp-ocrv5-cyrillic')!;
  const [{ path, hash }] = [model.files[0]!];
  expect(hash?.hex).toMatch(/^[0-9a-f]{64}$/);
  expect(urlOf(model, path, 'https://huggingface.co')).toBe(
    'https://www.modelscope.cn/models/RapidAI/RapidOCR/resolve/v3.10.0/onnx/PP-OCRv5/rec/cyrillic_PP-OCRv5_rec_mobile.onnx',
  );
  expect(urlOf(model, path, 'https://mirror.example')).toBe(
    'https://mirror.example/RapidAI/RapidOCR/resolve/v3.10.0/onnx/PP-OCRv5/rec/cyrillic_PP-OCRv5_rec_mobile.onnx',
  );
});
