import { bundledEngine } from '../bundled.ts';
import type { EngineFactory, LoadedEngine } from '../engine.ts';
import { sharedEngine } from '../shared-engine.ts';
import { packageFile } from '../tfjs/package-file.ts';
import { type Detector, loadDetector, type QueryViews } from './detector.ts';

export type { ObjectLabel } from '../../core/labels/object-labels.ts';
export type { Detection } from './decode.ts';
export { VIEW_SIDES } from './detector.ts';
export type { QueryViews };

/** Loaded object detector. */
export type ObjectEngine = LoadedEngine &
  Pick<Detector, 'detect' | 'detectLarge' | 'observe' | 'describe' | 'describeQuery'>;

const PACKAGE = '@vladmandic/human';
const info = { id: 'centernet-mobilenetv3', version: '1' };

/** Bundled CenterNet with the 80 COCO classes; an analysis that looks for objects and for people loads it once. */
export const bundledObjects: EngineFactory<ObjectEngine> = sharedEngine(
  bundledEngine({
    info,
    packageName: PACKAGE,
    part: 'object-detector',
    files: modelPath,
    async open(path) {
      return loadDetector(path);
    },
  }),
);

function modelPath(): string | null {
  return packageFile(PACKAGE, 'models/centernet.json');
}
