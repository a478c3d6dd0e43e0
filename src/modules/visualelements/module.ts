import { VISUAL_ENGINE } from '../../contract/search/visual.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { bundledObjects, VIEW_SIDES } from '../../models/objects/index.ts';
import type { AnalysisModule, EngineSettings } from '../module.ts';
import { StillSelector } from '../shared/vision/still-selector.ts';
import { openVisionClient, visionAvailability, withVisionModel } from '../shared/vision/vision-client.ts';
import { type FrameDescriptor, toDescriptorsArtifacts } from './artifact.ts';
import { DetectionScheduler, MIN_INTERVAL_SECONDS } from './detection-scheduler.ts';
import { detectOpenVocabulary } from './open-vocabulary.ts';
import { toSegments } from './segments.ts';
import { MIN_CONFIDENCE } from './track.ts';

const timesOf = (selector: StillSelector) => selector.selected().map(({ time }) => time);
/** Maximum stills sent to the vision model. */
const MAX_STILLS = 300;
const NO_VISION = sentence('vision.objects');

/**
 * Detects people, vehicles, animals, and things: one segment per label and time range. A connected vision
 * model adds objects that the bundled detector has no label for.
 */
export const visualelements = (settings: EngineSettings | null): AnalysisModule => ({
  name: 'visualelements',
  input: 'video',
  engine: () => withVisionModel(bundledObjects.info, settings),
  availability: async () => visionAvailability(await bundledObjects.availability(), settings, NO_VISION),
  async start(context) {
    const engine = await bundledObjects.load();
    const descriptors: FrameDescriptor[] = [];
    const watcher = new DetectionScheduler({
      async detect(still) {
        const { detections, descriptor } = await engine.observe(still, MIN_CONFIDENCE, context.signal);
        descriptors.push({ time: still.time, descriptor });
        return detections;
      },
      keepStill: (still) => context.saveStill(still),
      isEveryStill: context.isCloser,
    });
    const vision = await openVisionClient(settings, context, NO_VISION);
    const selector = new StillSelector(MAX_STILLS, (still) => context.saveStill(still));
    return {
      get engine() {
        return vision?.engineOf(engine.info) ?? engine.info;
      },
      needs: { luma: true, stills: { intervalSeconds: MIN_INTERVAL_SECONDS, maxSide: Math.max(...VIEW_SIDES) } },
      get notes() {
        return watcher.notes;
      },
      onLuma(frame) {
        watcher.onLuma(frame);
        return undefined;
      },
      async onStill(still) {
        if (vision) await selector.offer(still);
        await watcher.onStill(still);
      },
      async finish() {
        const segments = toSegments(watcher.finish());
        context.saveArtifacts?.(toDescriptorsArtifacts(VISUAL_ENGINE, descriptors));
        context.log.debug('objects detected', { stills: watcher.detections, segments: segments.length });
        return vision ? detectOpenVocabulary(segments, timesOf(selector), watcher.cuts, vision, context) : segments;
      },
      dispose: () => engine.dispose(),
    };
  },
});
