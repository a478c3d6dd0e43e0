import { availableParallelism } from 'node:os';
import { throwIfAborted } from '../../base/abort.ts';
import { DESCRIPTOR_PART_SIZE } from '../../contract/search/visual.ts';
import { onnxRuntime } from '../onnx-runtime/load.ts';
import { convnetToOnnx } from '../tfjs/convnet-to-onnx.ts';
import { readGraphModel } from '../tfjs/graph-model.ts';
import { type Filled, fillBlack } from './black-corners.ts';
import { type Area, contentArea } from './content-area.ts';
import { type Detection, decodeView, joinViews } from './decode.ts';
import { DESCRIPTOR_LAYERS, describeLayers, type LayerOutput, type SharesOf } from './descriptor.ts';
import type { RgbImage } from './picture.ts';
import { toPlanes, viewSize } from './resize.ts';

const INPUT = 'tower_0/images';
const HEAT = 'tower_0/keypoints';
const EDGES = 'tower_0/wh';
/**
 * Longer sides in pixels of the views that are analyzed. The network was trained at 512, where it detects large
 * objects; at 1024 it detects small ones. Measured on photos: either size alone misses objects, a mirrored view adds
 * nothing.
 */
export const VIEW_SIDES = [512, 1024] as const;
/** The view that descriptors are made of. */
const [DESCRIBED_SIDE] = VIEW_SIDES;
/**
 * Longer side of the smaller view of a picture that is searched with. In it, things are about as large as in a part of
 * a described picture, so that pictures are found by a crop of them: larger and smaller ones were measured
 * (docs/guide/5-search.md).
 */
const SMALL_SIDE = 320;
/** More threads do not speed up a single still. */
const MAX_THREADS = 4;

/** Objects in a still, and its descriptor; see descriptor.ts. */
interface Observation {
  detections: Detection[];
  descriptor: Int8Array;
}

/** Descriptors of a picture to search with. */
export interface QueryViews {
  /** As that of a still; without black from the sides on, such as the corners of a turned picture. */
  descriptor: Int8Array;
  /** Whole picture, in a smaller view. */
  small: Int8Array;
}

/** Detects objects in stills, and describes stills for finding others like them. */
export interface Detector {
  /** Returns objects with at least `minConfidence`, most confident first. @throws CanceledError */
  detect(still: RgbImage, minConfidence: number, signal?: AbortSignal): Promise<Detection[]>;
  /** Returns large objects only, which takes a fifth of the time. @throws CanceledError */
  detectLarge(still: RgbImage, minConfidence: number, signal?: AbortSignal): Promise<Detection[]>;
  /** Detects and describes with the same pass of the network. @throws CanceledError */
  observe(still: RgbImage, minConfidence: number, signal?: AbortSignal): Promise<Observation>;
  /** Describes without detecting, which takes a quarter of the time. */
  describe(still: RgbImage): Promise<Int8Array>;
  /** Describes a picture to search with. */
  describeQuery(picture: RgbImage): Promise<QueryViews>;
  dispose(): Promise<void>;
}

/** Loads CenterNet on MobileNetV3 (https://github.com/610265158/mobilenetv3_centernet) from its TensorFlow.js files. */
export async function loadDetector(modelPath: string): Promise<Detector> {
  const outputs = [HEAT, EDGES, DESCRIPTOR_LAYERS.middle, DESCRIPTOR_LAYERS.late];
  const onnx = convnetToOnnx(await readGraphModel(modelPath), INPUT, outputs, 2);
  const session = await onnxRuntime().InferenceSession.create(onnx, {
    intraOpNumThreads: Math.min(MAX_THREADS, availableParallelism()),
    // Otherwise memory would be retained for each view size.
    enableMemPattern: false,
    // Spinning threads would take CPU time from the decoder.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  const run = async (still: RgbImage, area: Area, side: number, wanted: readonly string[]) => {
    const { width, height } = viewSize(area, side);
    const input = new (onnxRuntime().Tensor)('float32', toPlanes(still, area, width, height), [1, 3, height, width]);
    // The runtime skips what only unwanted outputs need.
    const output = await session.run({ [INPUT]: input }, wanted);
    return (name: string): LayerOutput => {
      const [, channels = 0, rows = 0, columns = 0] = output[name]!.dims;
      return { channels, rows, columns, values: output[name]!.data as Float32Array };
    };
  };
  type Output = Awaited<ReturnType<typeof run>>;
  const decode = (output: Output, minConfidence: number): Detection[] => {
    const { rows, columns, values: heat } = output(HEAT);
    return decodeView({ rows, columns, heat, edges: output(EDGES).values }, minConfidence);
  };
  const descriptorOf = (output: Output, sharesOf?: SharesOf) =>
    describeLayers(output(DESCRIPTOR_LAYERS.middle), output(DESCRIPTOR_LAYERS.late), sharesOf);
  const describeView = async (still: RgbImage, side: number, filled?: Filled | null) => {
    const area = contentArea(still);
    const output = await run(filled?.picture ?? still, area, side, outputs.slice(2));
    return descriptorOf(output, filled ? (rows, columns) => filled.sharesOf(area, rows, columns) : undefined);
  };
  const look = async (still: RgbImage, minConfidence: number, isDescribed: boolean, signal?: AbortSignal) => {
    const area = contentArea(still);
    const views: Detection[][] = [];
    let descriptor: Int8Array | undefined;
    for (const side of VIEW_SIDES) {
      throwIfAborted(signal);
      const describes = isDescribed && side === DESCRIBED_SIDE;
      const output = await run(still, area, side, describes ? outputs : [HEAT, EDGES]);
      views.push(decode(output, minConfidence));
      if (describes) descriptor = descriptorOf(output);
    }
    throwIfAborted(signal);
    return { detections: joinViews(views).map((detection) => placed(detection, area, still)), descriptor };
  };
  return {
    detect: async (still, minConfidence, signal) => (await look(still, minConfidence, false, signal)).detections,
    async detectLarge(still, minConfidence, signal) {
      throwIfAborted(signal);
      const area = contentArea(still);
      const detections = joinViews([decode(await run(still, area, DESCRIBED_SIDE, [HEAT, EDGES]), minConfidence)]);
      throwIfAborted(signal);
      return detections.map((detection) => placed(detection, area, still));
    },
    async observe(still, minConfidence, signal) {
      const { detections, descriptor } = await look(still, minConfidence, true, signal);
      return { detections, descriptor: descriptor! };
    },
    describe: (still) => describeView(still, DESCRIBED_SIDE),
    async describeQuery(picture) {
      const filled = fillBlack(picture);
      const descriptor = await describeView(picture, DESCRIBED_SIDE, filled);
      const small = await describeView(picture, SMALL_SIDE, filled);
      return { descriptor, small: small.slice(0, DESCRIPTOR_PART_SIZE) };
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
