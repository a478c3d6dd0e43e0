import { describe, expect, test } from 'vitest';
import { mergeBrands } from '../../../src/modules/logos/merge.ts';
import { boxOf, detectBrands } from '../../../src/modules/logos/vision-brands.ts';
import type { ModuleContext } from '../../../src/modules/module.ts';
import { ollamaDouble, seeingContext, settingsFor } from '../../fixtures/ollama.ts';

const OWN = { id: 'brand-words', version: '2' };
const still = (time: number, level: number) => ({
  time,
  width: 64,
  height: 36,
  rgb: new Uint8Array(64 * 36 * 3).fill(level),
});

/** Runs the module over frames that change every three seconds. */
async function watch(url: string, context: ModuleContext, times = [0, 3, 6, 9]) {
  const seen = (await detectBrands(settingsFor(url), context))!;
  for (const time of times) await seen.onStill(still(time, time % 2 ? 20 : 220));
  return { seen, segments: await seen.segments() };
}

const brands = (...found: { name: string; text?: string; box?: number[] }[]) => ({
  brands: found.map(({ name, text = '', box = [] }) => ({ name, text, box })),
});

describe('brands from a vision model', () => {
  test('have their still and a box or text as evidence, and known spellings', async () => {
    const double = await ollamaDouble({
      answer: () =>
        brands({ name: 'COCA COLA', text: 'Coca-Cola' }, { name: 'acme  Tools', box: [100, 200, 300, 300] }),
    });
    const kept: number[] = [];
    const { context, progress, warnings } = seeingContext({
      settings: { brandWords: ['ACME Tools'], initialPrompt: null },
      saveStill: async ({ time }) => void kept.push(time),
    });
    const { seen, segments } = await watch(double.url, context);
    expect(kept).toEqual([0, 3, 6, 9]);
    expect(segments.map(({ content, start_time, end_time }) => [content, start_time, end_time])).toEqual([
      ['Coca-Cola', 0, 11],
      ['ACME Tools', 0, 11],
    ]);
    expect(segments[0]?.data).toMatchObject({ still_time: 0, confidence: 0.7, matched_text: 'Coca-Cola' });
    expect(segments[1]?.data?.boxes).toMatchObject([{ x: 0.1, y: 0.2, width: 0.2, height: 0.1, time: 0 }]);
    expect(seen.engineOf(OWN).version).toMatch(/^2\+ollama:moondream@/);
    expect(progress.at(-1)).toBe(1);
    expect(warnings).toEqual([]);
  });

  test('last as long as the frame is unchanged', async () => {
    const double = await ollamaDouble({
      answer: ({ body: _ }) => (double.requests.length === 1 ? brands({ name: 'Nike', text: 'NIKE' }) : brands()),
    });
    const seen = (await detectBrands(settingsFor(double.url), seeingContext().context))!;
    for (const time of [0, 2, 4, 6, 8]) await seen.onStill(still(time, 90));
    await seen.onStill(still(10, 220));
    expect(await seen.segments()).toMatchObject([{ content: 'Nike', start_time: 0, end_time: 8 }]);
    expect(double.requests).toHaveLength(2);
  });

  test('are dropped without evidence or a name', async () => {
    const double = await ollamaDouble({
      answer: () =>
        brands(
          { name: 'Nike' },
          { name: 'Unknown brand', text: 'X' },
          { name: 'A', text: 'A' },
          { name: 'Adidas', box: [0, 0, 1000, 1000] },
          { name: 'Puma', text: 'unreadable', box: [500, 10, 400, 20] },
          { name: 'x'.repeat(60), text: 'x' },
        ),
    });
    const { segments, seen } = await watch(double.url, seeingContext().context);
    expect(segments.map(({ content }) => content)).toEqual([]);
    expect(seen.remember([])).toEqual([]);
  });

  test('are merged with recognized text, with the evidence of both', async () => {
    const double = await ollamaDouble({ answer: () => brands({ name: 'pepsi', box: [10, 10, 90, 60] }) });
    const { seen, segments } = await watch(double.url, seeingContext().context);
    const box = { x: 0.2, y: 0.2, width: 0.1, height: 0.1, time: 2 };
    const read = {
      content: 'Pepsi',
      start_time: 2,
      end_time: 5,
      data: { label: 'Pepsi', confidence: 0.95, boxes: [box], matched_text: 'PEPSI' },
    };
    const merged = seen.remember(
      mergeBrands([
        { kind: 'text', segments: [read] },
        { kind: 'model', segments },
      ]),
    );
    expect(merged).toHaveLength(1);
    expect(merged[0]).toMatchObject({ content: 'Pepsi', start_time: 0, end_time: 11 });
    expect(merged[0]?.data).toMatchObject({ confidence: 0.95, matched_text: 'PEPSI' });
    expect(merged[0]?.data?.['evidence']).toMatchObject([
      { kind: 'model', time: 0, confidence: 0.7, box: { x: 0.01 } },
      { kind: 'text', time: 2, confidence: 0.95, text: 'PEPSI' },
    ]);
  });

  test('are kept on saved stills without asking the model', async () => {
    const double = await ollamaDouble({ answer: () => brands({ name: 'Zorbex', text: 'ZORBEX' }) });
    const first = await watch(double.url, seeingContext().context);
    const segments = first.seen.remember(mergeBrands([{ kind: 'model', segments: first.segments }]));
    double.requests.length = 0;
    const again = seeingContext({
      isRescan: true,
      settings: { brandWords: ['ZORBEX'], initialPrompt: null },
      resumed: { engine: 'x', segments },
    });
    const second = await watch(double.url, again.context);
    expect(double.requests).toHaveLength(0);
    expect(second.segments).toMatchObject([{ content: 'ZORBEX', start_time: 0, end_time: 11 }]);
    expect(second.seen.engineOf(OWN).version).toMatch(/^2\+ollama:moondream@/);
    expect(await detectBrands(settingsFor(double.url), seeingContext({ isRescan: true }).context)).toBeNull();
  });
});

test.each([
  [[0, 0, 500, 500], { x: 0, y: 0, width: 0.5, height: 0.5 }],
  [[0, 0, 1200, 500], undefined],
  [[-5, 0, 500, 500], undefined],
  [[500, 0, 100, 500], undefined],
  [[1, 2, 3], undefined],
  [[0, 0, Number.NaN, 5], undefined],
])('parses a box of %j', (corners, box) => {
  expect(boxOf(corners)).toEqual(box);
});
