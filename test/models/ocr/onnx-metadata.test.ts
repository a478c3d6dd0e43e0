import { expect, test } from 'vitest';
import { onnxMetadata } from '../../../src/models/ocr/onnx-metadata.ts';
import { textModel } from '../../fixtures/text-model.ts';

test('reads a property of a model, and none of other files', () => {
  expect(onnxMetadata(textModel('Καλημέρα'), 'character')).toBe('Κ\nα\nλ\nη\nμ\nέ\nρ');
  expect(onnxMetadata(textModel('Καλημέρα'), 'other')).toBeUndefined();
  expect(onnxMetadata(Buffer.from('no model at all'), 'character')).toBeUndefined();
});
