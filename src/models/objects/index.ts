import { ReelscopeError } from '../../contract/errors.ts';
import type { EngineFactory, LoadedEngine } from '../engine.ts';
import { packageFile } from '../tfjs/index.ts';
import { type Detector, loadDetector } from './detector.ts';

export type { Detection } from './decode.ts';
export { VIEW_SIDES } from './detector.ts';
export type { ObjectLabel } from './labels.ts';

/** A loaded engine that finds objects in stills. */
export type ObjectEngine = LoadedEngine & Pick<Detector, 'detect'>;

const PACKAGE = '@vladmandic/human';
const info = { id: 'centernet-mobilenetv3', version: '1' };

/** CenterNet with the 80 classes of COCO: bundled. */
export const bundledObjects: EngineFactory<ObjectEngine> = {
  info,
  async availability() {
    return modelPath()
      ? { available: true }
      : { available: false, reason: 'Its weights are not installed.', needs: [PACKAGE] };
  },
  async load() {
    const path = modelPath();
    if (!path) throw new ReelscopeError('model_unavailable', `The package ${PACKAGE} is not installed.`);
    try {
      const detector = await loadDetector(path);
      return { info, detect: detector.detect, dispose: detector.dispose };
    } catch (cause) {
      throw new ReelscopeError('model_unavailable', 'The object detector could not be loaded.', { cause });
    }
  },
};

function modelPath(): string | null {
  return packageFile(PACKAGE, 'models/centernet.json');
}
