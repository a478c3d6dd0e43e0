import { availableParallelism } from 'node:os';
import { throwIfAborted } from '../../base/abort.ts';
import type { RgbImage } from '../objects/picture.ts';
import { toPlanes, viewSize } from '../objects/resize.ts';
import { onnxRuntime } from '../onnx-runtime/load.ts';
import { convnetToOnnx } from '../tfjs/convnet-to-onnx.ts';
import { readGraphModel } from '../tfjs/graph-model.ts';
import { decodeFaces, type Face, mergeFaces } from './decode.ts';

/** Outputs of the network before it flattens them, so that it takes pictures of any size. */
const layer = (number: number) => `StatefulPartitionedCall/functional_1/conv2d_${number}/BiasAdd`;
const STRIDES = [
  { stride: 16, scores: layer(33), shapes: layer(35) },
  { stride: 32, scores: layer(34), shapes: layer(36) },
] as const;
/**
 * Longer sides in pixels of the views that are analyzed. The network was trained at 256, where it finds faces of a
 * fifth of the picture and more; the larger views find smaller ones. Measured in bench/people.ts.
 */
const FACE_VIEW_SIDES: readonly number[] = [256, 640];
/**
 * Longer side of the view for faces that are too small for the others, which takes twice their time. Of 137 faces of 13
 * to 40 pixels in stills of 1024 (photos of groups beside each other), it finds 131 with a confidence of 0.35, and the
 * view of 640 pixels 85 (27 with 0.65).
 */
const SMALL_FACE_VIEW_SIDE = 1024;
const MAX_THREADS = 4;

/** Finds faces in pictures. */
export interface FaceDetector {
  /** Returns faces with at least `minConfidence`, most confident first. @throws CanceledError */
  detect(picture: RgbImage, minConfidence: number, signal?: AbortSignal): Promise<Face[]>;
  /** Returns faces in a larger view, in which large ones may be missing. @throws CanceledError */
  detectSmall(picture: RgbImage, minConfidence: number, signal?: AbortSignal): Promise<Face[]>;
  dispose(): Promise<void>;
}

/** Loads BlazeFace (https://arxiv.org/abs/1907.05047, the model for back cameras) from its TensorFlow.js files. */
export async function loadFaceDetector(modelPath: string, sides = FACE_VIEW_SIDES): Promise<FaceDetector> {
  const outputs = STRIDES.flatMap(({ scores, shapes }) => [scores, shapes]);
  const onnx = convnetToOnnx(await readGraphModel(modelPath), 'input', outputs, 2);
  const session = await onnxRuntime().InferenceSession.create(onnx, {
    intraOpNumThreads: Math.min(MAX_THREADS, availableParallelism()),
    // Otherwise memory would be retained for each view size.
    enableMemPattern: false,
    // Spinning threads would take CPU time from the decoder.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });

  const detectIn = async (picture: RgbImage, side: number, minConfidence: number): Promise<Face[]> => {
    const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
    const { width, height } = viewSize(whole, side);
    const planes = toPlanes(picture, whole, width, height).map((value) => value / 127.5 - 1);
    const input = new (onnxRuntime().Tensor)('float32', planes, [1, 3, height, width]);
    const output = await session.run({ input });
    return STRIDES.flatMap(({ stride, scores, shapes }) =>
      decodeFaces(
        {
          stride,
          rows: height / stride,
          columns: width / stride,
          scores: output[scores]!.data as Float32Array,
          shapes: output[shapes]!.data as Float32Array,
        },
        minConfidence,
      ),
    );
  };

  const detectAt = async (views: readonly number[], picture: RgbImage, minConfidence: number, signal?: AbortSignal) => {
    const found: Face[] = [];
    for (const side of views) {
      throwIfAborted(signal);
      found.push(...(await detectIn(picture, side, minConfidence)));
    }
    return mergeFaces(found);
  };

  return {
    detect: (picture, minConfidence, signal) => detectAt(sides, picture, minConfidence, signal),
    detectSmall: (picture, minConfidence, signal) => detectAt([SMALL_FACE_VIEW_SIDE], picture, minConfidence, signal),
    dispose: () => session.release(),
  };
}
