import type { SegmentDraft } from '../../src/contract/analysis/segment.ts';
import { runMediaPass } from '../../src/media/media-pass.ts';
import type { OcrEngine } from '../../src/models/ocr/index.ts';
import { READING_NEEDS } from '../../src/modules/ocr/module.ts';
import { TextReader } from '../../src/modules/ocr/reader.ts';
import type { ScriptReader } from '../../src/modules/ocr/scripts/script-reader.ts';
import { textSegments } from '../../src/modules/ocr/segments.ts';

/** Runs text recognition over a video as the `ocr` module does. */
export async function readClip(path: string, engine: OcrEngine, scripts?: ScriptReader): Promise<SegmentDraft[]> {
  const reader = new TextReader({
    engine,
    signal: new AbortController().signal,
    rotation: 0,
    keepStill: async () => {},
    isKnown: () => false,
    worthKeeping: () => false,
    ...(scripts && { readScript: (reading, image, rect) => scripts.read(reading, image, rect) }),
  });
  const { endTime } = await runMediaPass(path, [
    {
      needs: READING_NEEDS,
      onLuma: (frame) => reader.onLuma(frame),
      onStill: (still) => reader.onStill(still),
    },
  ]);
  return textSegments(await reader.finish(endTime));
}
