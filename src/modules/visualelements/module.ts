import { bundledObjects, VIEW_SIDES } from '../../models/objects/index.ts';
import type { AnalysisModule, EngineSettings } from '../module.ts';
import { Picks } from '../shared/vision/still-selector.ts';
import { openSeer, runsWithSight, withSight } from '../shared/vision/vision-client.ts';
import { seeBeyond } from './open-vocabulary.ts';
import { toSegments } from './segments.ts';
import { FAINT } from './track.ts';
import { EAGER_INTERVAL_SECONDS, Watcher } from './watcher.ts';

const timesOf = (picks: Picks) => picks.take().map(({ time }) => time);
/** Pictures that are shown to the vision model. */
const PICTURES_MAX = 300;
const WITHOUT_SIGHT = 'Nothing is seen beyond the shipped labels';

/**
 * People, vehicles, animals and things: one segment per label and stretch of time in which it is seen. Where a vision
 * model is connected, it adds what the shipped detector has no label for.
 */
export const visualelements = (settings: EngineSettings | null): AnalysisModule => ({
  name: 'visualelements',
  input: 'video',
  engine: () => withSight(bundledObjects.info, settings),
  availability: async () => runsWithSight(await bundledObjects.availability(), settings, WITHOUT_SIGHT),
  async start(context) {
    const engine = await bundledObjects.load();
    const watcher = new Watcher({
      detect: (still) => engine.detect(still, FAINT, context.signal),
      keepStill: (still) => context.keepStill(still),
    });
    const seer = await openSeer(settings, context, WITHOUT_SIGHT);
    const picks = new Picks(PICTURES_MAX, (still) => context.keepStill(still));
    return {
      get engine() {
        return seer?.sign(engine.info) ?? engine.info;
      },
      needs: { luma: true, stills: { intervalSeconds: EAGER_INTERVAL_SECONDS, maxSide: Math.max(...VIEW_SIDES) } },
      onLuma(frame) {
        watcher.onLuma(frame);
        return undefined;
      },
      async onStill(still) {
        if (seer) await picks.offer(still);
        await watcher.onStill(still);
      },
      async finish() {
        const segments = toSegments(watcher.finish());
        context.log.debug('objects were looked for', { looks: watcher.looks, segments: segments.length });
        return seer ? seeBeyond(segments, timesOf(picks), seer, context) : segments;
      },
      dispose: () => engine.dispose(),
    };
  },
});
