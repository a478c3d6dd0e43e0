import { engineIdOf } from '../../models/engine.ts';
import { bundledFaces } from '../../models/faces/index.ts';
import { bundledObjects } from '../../models/objects/index.ts';
import type { AnalysisModule } from '../module.ts';
import { toPeopleArtifacts } from './artifact.ts';
import { FaceWatcher, LOOK_SECONDS } from './face-watcher.ts';

/** Longer side of a still in pixels: chips of faces are cut out of it. */
const STILL_SIDE = 1024;

/**
 * Follows faces through shots, and heads of people whose faces are not found. The server joins the tracks to people
 * (db/people); no finding is a segment.
 */
export const people: AnalysisModule = {
  name: 'people',
  input: 'video',
  engine: async () => bundledFaces.info,
  availability: () => bundledFaces.availability(),
  async start(context) {
    const engine = await bundledFaces.load();
    const objects = await bundledObjects.load();
    const watcher = new FaceWatcher(engine, objects, context);
    return {
      engine: engine.info,
      needs: { luma: true, stills: { intervalSeconds: LOOK_SECONDS, maxSide: STILL_SIDE } },
      onLuma(frame) {
        watcher.onLuma(frame);
        return undefined;
      },
      onStill: (still) => watcher.onStill(still),
      async finish() {
        const found = watcher.finish();
        context.saveArtifacts?.(toPeopleArtifacts(engineIdOf(engine.info), found));
        context.log.debug('faces tracked', { stills: watcher.looks, tracks: found.tracks.length });
        return [];
      },
      async dispose() {
        await engine.dispose();
        await objects.dispose();
      },
    };
  },
};
