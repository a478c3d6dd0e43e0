import { availableParallelism } from 'node:os';
import { throwIfAborted } from '../../base/abort.ts';
import { onnxRuntime } from '../onnx-runtime/load.ts';
import { convnetToOnnx, readGraphModel } from '../tfjs/index.ts';
import { type Area, contentArea } from './content-area.ts';
import { type Detection, decodeView, joinViews } from './decode.ts';
import type { RgbImage } from './picture.ts';
import { toPlanes, viewSize } from './resize.ts';

const INPUT = 'tower_0/images';
const HEAT = 'tower_0/keypoints';
const EDGES = 'tower_0/wh';
/**
 * Longer sides in pixels of the views that are analyzed. The network was trained at 512, where it detects large objects; at 1024
 * it detects small ones. Measured on photos: either size alone misses objects, a mirrored view adds nothing.
 */
export const VIEW_SIDES = [512, 1024] as const;
/** More threads do not speed up a single still. */
const MAX_THREADS = 4;

/** Detects objects in stills. */
export interface Detector {
  /** Returns objects with at least `minConfidence`, most confident first. @throws CanceledError */
  detect(still: RgbImage, minConfidence: number, signal?: AbortSignal): Promise<Detection[]>;
  dispose(): Promise<void>;
}

/** Loads CenterNet on MobileNetV3 (https://github.com/610265158/mobilenetv3_centernet) from its TensorFlow.js files. */
export async function loadDetector(modelPath: string): Promise<Detector> {
  const onnx = convnetToOnnx(await readGraphModel(modelPath), INPUT, [HEAT, EDGES], 2);
  const session = await onnxRuntime().InferenceSession.create(onnx, {
    intraOpNumThreads: Math.min(MAX_THREADS, availableParallelism()),
    // Otherwise memory would be retained for each view size.
    enableMemPattern: false,
    // Spinning threads would take CPU time from the decoder.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  const look = async (still: RgbImage, area: Area, side: number, minConfidence: number): Promise<Detection[]> => {
    const { width, height } = viewSize(area, side);
    const input = new (onnxRuntime().Tensor)('float32', toPlanes(still, area, width, height), [1, 3, height, width]);
    const output = await session.run({ [INPUT]: input });
    const [heat, edges] = [output[HEAT]!, output[EDGES]!];
    const [, , rows = 0, columns = 0] = heat.dims;
    const maps = { rows, columns, heat: heat.data as Float32Array, edges: edges.data as Float32Array };
    return decodeView(maps, minConfidence);
  };
  return {
    async detect(still, minConfidence, signal) {
      const area = contentArea(still);
      const views: Detection[][] = [];
      for (const side of VIEW_SIDES) {
        throwIfAborted(signal);
        views.push(await look(still, area, side, minConfidence));
      }
      throwIfAborted(signal);
      return joinViews(views).map((detection) => placed(detection, area, still));
    },
    dispose: () => session.release(),
  };
}

/** Converts fractions of an area to fractions of the still. */
function placed(detection: Detection, area: Area, { width, height }: RgbImage): Detection {
  return {
    ...detection,
    x: (area.x + detection.x * area.width) / width,
    y: (area.y + detection.y * area.height) / height,
    width: (detection.width * area.width) / width,
    height: (detection.height * area.height) / height,
  };
}
