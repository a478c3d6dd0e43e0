import type { SegmentDraft } from '../../contract/segment.ts';
import { accentEngine } from '../../models/accents/index.ts';
import type { EngineInfo } from '../../models/engine.ts';
import { ocrEngine } from '../../models/ocr/index.ts';
import type { AnalysisModule } from '../module.ts';
import { BrandMatcher } from '../shared/brand-names/brand-matcher.ts';
import { LetterRestorer } from './accents/letter-restorer.ts';
import { TextReader } from './reader.ts';
import { ScriptReader } from './scripts/script-reader.ts';
import { textSegments } from './segments.ts';

/** The recognizer with the one for letters and scripts that it does not know. */
const TEXT_INFO: EngineInfo = { id: 'pp-ocrv4+tesseract', version: '3' };

/** Input for text recognition: subtitles stay legible, and a title of half a second is not missed. */
export const READING_NEEDS = { luma: true, stills: { intervalSeconds: 0.5, maxSide: 1280 } };

/** Text on screen: one segment per text, with the time range in which it is legible. */
export const ocr: AnalysisModule = {
  name: 'ocr',
  input: 'video',
  engine: async () => TEXT_INFO,
  async availability() {
    const availability = await ocrEngine.availability();
    return availability.available ? accentEngine.availability() : availability;
  },
  async start(context) {
    const engine = await ocrEngine.load();
    const accents = await accentEngine.load();
    const letters = new LetterRestorer(accents, context.signal);
    const scripts = new ScriptReader(accents, context.signal);
    const brands = new BrandMatcher(context.settings.brandWords);
    const reader = new TextReader({
      engine,
      signal: context.signal,
      rotation: context.media.video?.rotation ?? 0,
      pixels: (context.media.video?.width ?? 0) * (context.media.video?.height ?? 0),
      keepStill: (still) => context.saveStill(still),
      isKnown: (text) => brands.fills(text),
      worthKeeping: () => true,
      restore: (text, image, area) => letters.restore(text, image, area),
      readScript: (reading, image, rect) => scripts.read(reading, image, rect),
    });
    return {
      engine: TEXT_INFO,
      needs: READING_NEEDS,
      onLuma: (frame) => reader.onLuma(frame),
      onStill: (still) => reader.onStill(still),
      async finish() {
        const lines = await reader.finish(context.media.duration);
        context.log.debug('text recognized', { stills: reader.stillsRead, lines: lines.length });
        return inTimeOrder([...textSegments(lines), ...reader.unreadScripts()]);
      },
      async dispose() {
        reader.dispose();
        await Promise.all([engine.dispose(), accents.dispose()]);
      },
    };
  },
};

function inTimeOrder(segments: readonly SegmentDraft[]): SegmentDraft[] {
  return segments.toSorted((a, b) => a.start_time - b.start_time);
}
