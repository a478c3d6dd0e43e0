import type { SegmentDraft } from '../../contract/segment.ts';
import type { EngineInfo } from '../../models/engine.ts';
import { ocrEngine } from '../../models/ocr/index.ts';
import type { AnalysisModule, EngineSettings, ModuleContext, ModuleRun } from '../module.ts';
import { READING_NEEDS, TextReader, textSegments } from '../ocr/index.ts';
import { BrandMatcher } from '../shared/brand-names/brand-matcher.ts';
import { runsWithSight, withSight } from '../shared/vision/vision-client.ts';
import { mergeBrands } from './merge.ts';
import { watchReferences } from './reference.ts';
import { WITHOUT_SIGHT, watchBrands } from './seen.ts';
import { brandSegments } from './sightings.ts';
import { StillKeeper } from './still-retention.ts';

/** Brand words over the readings of PP-OCRv4; the version is that of the matching and the shipped list. */
const BRANDS_INFO: EngineInfo = { id: 'brand-words+pp-ocrv4', version: '2' };
const WITH_REFERENCES_INFO: EngineInfo = { id: 'brand-words+pp-ocrv4+opencv-logos', version: '3' };
/** Often enough for a logo that is shown for some seconds, and small enough to look at quickly. */
const STILLS = { intervalSeconds: 2, maxSide: 960 };

/**
 * Brands by their names in the picture, by the user's own logos, and by what a connected vision model sees. Reads what `ocr`
 * read, or the picture itself when the job has no `ocr`.
 */
export const logos = (settings: EngineSettings | null): AnalysisModule => ({
  name: 'logos',
  input: 'video',
  engine: () => withSight(BRANDS_INFO, settings),
  availability: async () => runsWithSight(await ocrEngine.availability(), settings, WITHOUT_SIGHT),
  async start(context) {
    const matcher = new BrandMatcher(context.settings.brandWords);
    const texts = context.chosen.includes('ocr')
      ? fromSegments(() => context.segmentsOf('ocr'), matcher)
      : await fromPicture(context, matcher);
    const references = await watchReferences(context);
    const seen = await watchBrands(settings, context);
    const own = references ? WITH_REFERENCES_INFO : BRANDS_INFO;
    const keeper = new StillKeeper((still) => context.keepStill(still), context.media.duration);
    return {
      get engine() {
        return seen?.sign(own) ?? own;
      },
      needs: { ...texts.needs, stills: texts.needs.stills ?? STILLS },
      ...(texts.onLuma && { onLuma: texts.onLuma }),
      async onStill(still) {
        await texts.onStill?.(still);
        await keeper.onStill(still);
        await references?.onStill(still);
        await seen?.onStill(still);
      },
      async finish() {
        const read = await texts.finish();
        const merged = mergeBrands([
          { kind: 'text', segments: read },
          { kind: 'reference', segments: references?.segments() ?? [] },
          { kind: 'model', segments: (await seen?.segments()) ?? [] },
        ]);
        return seen?.remember(merged) ?? merged;
      },
      async dispose() {
        await texts.dispose();
        await references?.dispose();
      },
    };
  },
});

function fromSegments(texts: () => readonly SegmentDraft[], matcher: BrandMatcher): ModuleRun {
  return {
    engine: BRANDS_INFO,
    needs: {},
    finish: async () => brandSegments(texts(), matcher),
    dispose: async () => {},
  };
}

async function fromPicture(context: ModuleContext, matcher: BrandMatcher): Promise<ModuleRun> {
  const engine = await ocrEngine.load();
  const reader = new TextReader({
    engine,
    signal: context.signal,
    rotation: context.media.video?.rotation ?? 0,
    keepStill: (still) => context.keepStill(still),
    isKnown: (text) => matcher.fills(text),
    worthKeeping: (text) => matcher.find([text]).length > 0,
  });
  return {
    engine: BRANDS_INFO,
    needs: READING_NEEDS,
    onLuma: (frame) => reader.onLuma(frame),
    onStill: (still) => reader.onStill(still),
    finish: async () => brandSegments(textSegments(await reader.finish(context.media.duration)), matcher),
    dispose: () => engine.dispose(),
  };
}
