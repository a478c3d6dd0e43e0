import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import { accentEngine } from '../../models/accents/index.ts';
import type { EngineInfo } from '../../models/engine.ts';
import { installedTextModels, loadTextReaders, ocrEngine } from '../../models/ocr/index.ts';
import type { AnalysisModule, EngineSettings, ModuleContext, ModuleRun } from '../module.ts';
import { BrandMatcher } from '../shared/brand-names/brand-matcher.ts';
import { LetterRestorer } from './accents/letter-restorer.ts';
import { givenLanguages } from './given-languages.ts';
import { TextReader } from './reader.ts';
import { readerOptions } from './reader-options.ts';
import { ScriptReader } from './scripts/script-reader.ts';
import { textSegments } from './segments.ts';

/** Input for text recognition: subtitles stay legible, and a title of half a second is not missed. */
export const READING_NEEDS = { luma: true, stills: { intervalSeconds: 0.5, maxSide: 1280 } };

type ReadingSettings = Pick<EngineSettings, 'modelsFolder' | 'textLanguages'>;

/** Text on screen: one segment per text, with the time range in which it is legible. */
export function ocr(settings: ReadingSettings): AnalysisModule {
  const { modelsFolder } = settings;
  const info = async () => infoOf(await installedTextModels(modelsFolder));
  return {
    name: 'ocr',
    input: 'video',
    engine: info,
    async availability() {
      const availability = await ocrEngine.availability();
      return availability.available ? accentEngine.availability() : availability;
    },
    start: (context) => start(context, settings),
  };
}

/** The recognizer with the one for letters and scripts that it does not know, and those that are installed. */
function infoOf(installed: readonly string[]): EngineInfo {
  return { id: ['pp-ocrv4', 'tesseract', ...installed].join('+'), version: '4' };
}

async function start(context: ModuleContext, { modelsFolder, textLanguages }: ReadingSettings): Promise<ModuleRun> {
  const installed = await loadTextReaders(modelsFolder);
  const engine = await ocrEngine.load();
  const accents = await accentEngine.load();
  const info = infoOf(installed.ids);
  const given = givenLanguages(textLanguages);
  const letters = new LetterRestorer(accents, context.signal, given?.latin);
  const read: typeof installed.read = (image, line) => installed.read(image, line);
  const scripts = new ScriptReader(accents, context.signal, read, given?.scripts);
  const brands = new BrandMatcher(context.settings.brandWords);
  const reader = new TextReader({
    engine,
    ...readerOptions(context),
    isKnown: (text) => brands.fills(text),
    worthKeeping: () => true,
    restore: (text, image, area) => letters.restore(text, image, area),
    confirm: (text, image, area) => letters.confirm(text, image, area),
    readScript: (reading, image, rect) => scripts.read(reading, image, rect),
  });
  return {
    engine: info,
    needs: READING_NEEDS,
    get notes() {
      return { dropped: reader.dropped(context.media.video?.height ?? 0) };
    },
    onLuma: (frame) => reader.onLuma(frame),
    onStill: (still) => reader.onStill(still),
    async finish() {
      const lines = await reader.finish(context.media.duration);
      context.log.debug('text recognized', { stills: reader.stillsRead, lines: lines.length });
      return inTimeOrder([...textSegments(lines), ...reader.unreadScripts()]);
    },
    async dispose() {
      reader.dispose();
      await Promise.all([engine.dispose(), accents.dispose(), installed.dispose()]);
    },
  };
}

function inTimeOrder(segments: readonly SegmentDraft[]): SegmentDraft[] {
  return segments.toSorted((a, b) => a.start_time - b.start_time);
}
