import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { EngineInfo } from '../../models/engine.ts';
import { ocrEngine } from '../../models/ocr/index.ts';
import type { AnalysisModule, EngineSettings, ModuleContext, ModuleRun } from '../module.ts';
import { READING_NEEDS } from '../ocr/module.ts';
import { TextReader } from '../ocr/reader.ts';
import { readerOptions } from '../ocr/reader-options.ts';
import { textSegments } from '../ocr/segments.ts';
import { BrandMatcher } from '../shared/brand-names/brand-matcher.ts';
import { visionAvailability, withVisionModel } from '../shared/vision/vision-client.ts';
import { mergeBrands } from './merge.ts';
import { trackReferences } from './reference-logos.ts';
import { brandSegments } from './sightings.ts';
import { StillRetention } from './still-retention.ts';
import { detectBrands, NO_VISION } from './vision-brands.ts';

/** Brand words matched in PP-OCRv4 text; versions the matching and the bundled list. */
const BRANDS_INFO: EngineInfo = { id: 'brand-words+pp-ocrv4', version: '2' };
const WITH_REFERENCES_INFO: EngineInfo = { id: 'brand-words+pp-ocrv4+opencv-logos', version: '3' };
/** Frequent enough for a logo that is shown for some seconds, and small enough for fast matching. */
const STILLS = { intervalSeconds: 2, maxSide: 960 };

/**
 * Finds brands by their names on screen, by the user's reference logos, and with a connected vision model. Reads the
 * findings of `ocr`, or recognizes text itself if the job does not include `ocr`.
 */
export const logos = (settings: EngineSettings | null): AnalysisModule => ({
  name: 'logos',
  input: 'video',
  engine: () => withVisionModel(BRANDS_INFO, settings),
  availability: async () => visionAvailability(await ocrEngine.availability(), settings, NO_VISION),
  async start(context) {
    const matcher = new BrandMatcher(context.settings.brandWords);
    const texts = context.selected.includes('ocr')
      ? fromSegments(() => context.segmentsOf('ocr'), matcher)
      : await fromPicture(context, matcher);
    const references = await trackReferences(context);
    const seen = await detectBrands(settings, context);
    const own = references ? WITH_REFERENCES_INFO : BRANDS_INFO;
    const retention = new StillRetention((still) => context.saveStill(still), context.media.duration);
    return {
      get engine() {
        return seen?.engineOf(own) ?? own;
      },
      needs: { ...texts.needs, stills: texts.needs.stills ?? STILLS },
      ...(texts.onLuma && { onLuma: texts.onLuma }),
      async onStill(still) {
        await texts.onStill?.(still);
        await retention.onStill(still);
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
    ...readerOptions(context),
    isKnown: (text) => matcher.fills(text),
    worthKeeping: (text) => matcher.find([text]).length > 0,
  });
  return {
    engine: BRANDS_INFO,
    needs: READING_NEEDS,
    onLuma: (frame) => reader.onLuma(frame),
    onStill: (still) => reader.onStill(still),
    finish: async () => brandSegments(textSegments(await reader.finish(context.media.duration)), matcher),
    dispose: () => {
      reader.dispose();
      return engine.dispose();
    },
  };
}
