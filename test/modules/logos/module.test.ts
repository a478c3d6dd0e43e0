import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import { logos } from '../../../src/modules/logos/module.ts';
import { brandSegments } from '../../../src/modules/logos/sightings.ts';
import { BrandMatcher } from '../../../src/modules/shared/brand-names/brand-matcher.ts';
import { moduleContext } from '../../fixtures/module-context.ts';
import { texture } from '../../fixtures/pictures.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { passOver, writeCaptionedVideo } from '../ocr/captioned-video.ts';

function text(start: number, end: number, lines: string[], confidence = 0.95): SegmentDraft {
  const boxed = lines.map((line, i) => ({
    text: line,
    confidence,
    box: { x: 0.1, y: 0.1 + i * 0.1, width: 0.3, height: 0.05, time: start },
  }));
  return {
    content: lines.join(' '),
    start_time: start,
    end_time: end,
    data: {
      confidence,
      still_time: start,
      lines: boxed,
      boxes: [{ x: 0.1, y: 0.1, width: 0.3, height: 0.3, time: start }],
    },
  };
}

test('joins consecutive sightings of a brand, and separates later ones', () => {
  const texts = [text(1, 3, ['CcaCola']), text(4, 6, ['Coca-Cola']), text(20, 22, ['Coca-Cola'])];
  const segments = brandSegments(texts, new BrandMatcher());
  expect(segments.map(({ content, start_time, end_time }) => [content, start_time, end_time])).toEqual([
    ['Coca-Cola', 1, 6],
    ['Coca-Cola', 20, 22],
  ]);
  expect(segments[0]!.data).toMatchObject({
    label: 'Coca-Cola',
    matched_text: 'Coca Cola',
    confidence: 0.95,
    still_time: 4,
  });
  expect(segments[0]!.data!.boxes!.map((box) => box.time)).toEqual([1, 4]);
});

test('finds a brand each time that a ticker shows it', () => {
  const shown = text(1, 9, ['Coca-Cola raises prices']);
  const data = { ...shown.data!, repetitions: [{ start_time: 40, end_time: 48 }] };
  const [first, again] = brandSegments([{ ...shown, data }], new BrandMatcher());
  expect(first).toMatchObject({ content: 'Coca-Cola', start_time: 1, end_time: 9, data: { still_time: 1 } });
  expect(again).toMatchObject({ content: 'Coca-Cola', start_time: 40, end_time: 48, data: { boxes: [] } });
  expect(again!.data).not.toHaveProperty('still_time');
});

test('uses the box of the line with the brand', () => {
  const [segment] = brandSegments([text(0, 5, ['Brought to you by', 'Microsoft'])], new BrandMatcher());
  expect(segment!.data!.boxes).toEqual([{ x: 0.1, y: 0.2, width: 0.3, height: 0.05, time: 0, label: 'Microsoft' }]);
});

test('drops an uncertain reading of a misread name', () => {
  expect(brandSegments([text(0, 1, ['CcaCola'], 0.62)], new BrandMatcher())).toEqual([]);
});

test('reads the segments of ocr if selected, and saves frames for later only', async () => {
  const context = moduleContext(['ocr', 'logos'], { segments: { ocr: [text(2, 4, ['PEPS1'])] } });
  const run = await logos(null).start(context);
  expect(run.needs).toEqual({ stills: { intervalSeconds: 2, maxSide: 960 } });
  expect((await run.finish()).map(({ content }) => content)).toEqual(['Pepsi']);
  await run.dispose();
});

test('reads frames without ocr, and saves its evidence', async () => {
  const path = join(await tempFolder(), 'brands.mp4');
  const background = texture(640, 360, 4);
  await writeCaptionedVideo(path, 3, () => background, [
    { text: 'SUMMER MARKET', x: 60, y: 40, size: 32, from: 0, to: 1.2 },
    { text: 'NINTENDO', x: 160, y: 220, size: 40, from: 1.2, to: 3 },
    { text: 'ACMETRIC', x: 60, y: 40, size: 32, from: 1.2, to: 3 },
  ]);
  const context = moduleContext(['logos'], { brandWords: ['Acmetric'] });
  const run = await logos(null).start(context);
  await passOver(path, run);
  const segments = await run.finish();
  await run.dispose();
  expect(segments.map(({ content }) => content).sort()).toEqual(['Acmetric', 'Nintendo']);
  for (const segment of segments) {
    expect(segment.start_time).toBeCloseTo(1.2, 5);
    expect(context.kept).toContain(segment.data!.still_time);
  }
});
