import type { SegmentDraft } from '../../contract/segment.ts';
import type { EngineInfo } from '../../models/engine.ts';
import { ocrEngine } from '../../models/ocr/index.ts';
import type { AnalysisModule, ModuleContext, ModuleRun } from '../module.ts';
import { READING_NEEDS, TextReader, textSegments } from '../ocr/index.ts';
import { BrandMatcher } from './match.ts';
import { brandSegments } from './sightings.ts';

/** Brand words over the readings of PP-OCRv4; the version is that of the matching and the shipped list. */
const BRANDS_INFO: EngineInfo = { id: 'brand-words+pp-ocrv4', version: '1' };

/** Brands by their names in the picture. Reads what `ocr` read, or the picture itself when the job has no `ocr`. */
export const logos: AnalysisModule = {
  name: 'logos',
  input: 'video',
  engine: async () => BRANDS_INFO,
  availability: () => ocrEngine.availability(),
  async start(context) {
    const matcher = new BrandMatcher(context.settings.brandWords);
    return context.chosen.includes('ocr')
      ? fromSegments(() => context.segmentsOf('ocr'), matcher)
      : fromPicture(context, matcher);
  },
};

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
