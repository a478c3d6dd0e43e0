import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { onnxRuntime } from '../onnx-runtime/load.ts';
import { decodeCtc, type Reading } from './ctc.ts';
import type { RotatedRect } from './geometry.ts';
import { cropLine, lineContent, type Planes, type RgbImage } from './image.ts';

/** Input height and training width of the recognizers. */
const LINE_HEIGHT = 48;
const LINE_MIN_WIDTH = 320;

/** Recognizer of lines of PP-OCR. */
export interface LineRecognizer {
  read(image: RgbImage, rect: RotatedRect): Promise<Reading>;
  dispose(): Promise<void>;
}

/** Opens a recognizer. @param alphabet characters of its classes after the blank one, the space last */
export async function openRecognizer(
  model: Uint8Array,
  alphabet: readonly string[],
  options: InferenceSession.SessionOptions,
): Promise<LineRecognizer> {
  const session = await onnxRuntime().InferenceSession.create(model, options);
  return {
    async read(image, rect) {
      const line = cropLine(image, rect, LINE_HEIGHT, LINE_MIN_WIDTH);
      const output = await runModel(session, line);
      if (output.dims[2] !== alphabet.length + 1)
        throw new Error(`The model has ${output.dims[2]} classes, its dictionary ${alphabet.length}.`);
      const reading = decodeCtc(output.data as Float32Array, output.dims[1]!, alphabet);
      // The line is padded on the right.
      const stretch = line.width / lineContent(rect, LINE_HEIGHT);
      return { ...reading, positions: reading.positions?.map((position) => position * stretch) ?? [] };
    },
    dispose: () => session.release(),
  };
}

/** Runs a model with one input and one output. */
export async function runModel(session: InferenceSession, { data, width, height }: Planes): Promise<Tensor> {
  const input = new (onnxRuntime().Tensor)('float32', data, [1, 3, height, width]);
  const outputs = await session.run({ [session.inputNames[0]!]: input });
  return outputs[session.outputNames[0]!]!;
}
