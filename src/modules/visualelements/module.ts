import { bundledObjects, VIEW_SIDES } from '../../models/objects/index.ts';
import type { AnalysisModule } from '../module.ts';
import { toSegments } from './segments.ts';
import { FAINT } from './track.ts';
import { EAGER_INTERVAL_SECONDS, Watcher } from './watcher.ts';

/** People, vehicles, animals and things: one segment per label and stretch of time in which it is seen. */
export const visualelements: AnalysisModule = {
  name: 'visualelements',
  input: 'video',
  engine: async () => bundledObjects.info,
  availability: () => bundledObjects.availability(),
  async start(context) {
    const engine = await bundledObjects.load();
    const watcher = new Watcher({
      detect: (still) => engine.detect(still, FAINT, context.signal),
      keepStill: (still) => context.keepStill(still),
    });
    return {
      engine: engine.info,
      needs: { luma: true, stills: { intervalSeconds: EAGER_INTERVAL_SECONDS, maxSide: Math.max(...VIEW_SIDES) } },
      onLuma(frame) {
        watcher.onLuma(frame);
        return undefined;
      },
      onStill: (still) => watcher.onStill(still),
      async finish() {
        const segments = toSegments(watcher.finish());
        context.log.debug('objects were looked for', { looks: watcher.looks, segments: segments.length });
        return segments;
      },
      dispose: () => engine.dispose(),
    };
  },
};
