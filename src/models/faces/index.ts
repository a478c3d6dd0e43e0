import { bundledEngine } from '../bundled.ts';
import type { EngineFactory, LoadedEngine } from '../engine.ts';
import type { RgbImage } from '../objects/picture.ts';
import { packageFile } from '../tfjs/package-file.ts';
import { cutChip } from './align.ts';
import type { Face } from './decode.ts';
import { type FaceDetector, loadFaceDetector } from './detector.ts';
import { loadRecognizer } from './recognizer.ts';

export { type Face, overlap } from './decode.ts';

/** Finds faces and describes them. */
export interface FaceEngine extends LoadedEngine, Pick<FaceDetector, 'detect' | 'detectSmall'> {
  /** One unit vector per face, in order; the cosine of two of one person is near 1. */
  describe(picture: RgbImage, faces: readonly Face[]): Promise<Float32Array[]>;
}

const DETECTOR_PACKAGE = '@vladmandic/human';
const RECOGNIZER_PACKAGE = '@vladmandic/face-api';

/** Bundled BlazeFace, and dlib's recognizer. Templates of another id or version are never compared with its own. */
export const bundledFaces: EngineFactory<FaceEngine> = bundledEngine({
  info: { id: 'blazeface-dlib', version: '1' },
  packageName: `${DETECTOR_PACKAGE}, ${RECOGNIZER_PACKAGE}`,
  part: 'face-detector',
  files() {
    const detector = packageFile(DETECTOR_PACKAGE, 'models/blazeface.json');
    const recognizer = packageFile(RECOGNIZER_PACKAGE, 'model/face_recognition_model-weights_manifest.json');
    return detector && recognizer ? { detector, recognizer } : null;
  },
  async open(files) {
    const detector = await loadFaceDetector(files.detector);
    const recognizer = await loadRecognizer(files.recognizer);
    return {
      detect: detector.detect,
      detectSmall: detector.detectSmall,
      describe: (picture, faces) => recognizer.describe(faces.map((face) => cutChip(picture, face))),
      async dispose() {
        await detector.dispose();
        await recognizer.dispose();
      },
    };
  },
});
