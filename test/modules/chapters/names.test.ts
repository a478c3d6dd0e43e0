import { expect, test } from 'vitest';
import { nameParts } from '../../../src/modules/chapters/names.ts';
import { findings, found } from '../shared/findings/some-findings.ts';

const PARTS = [
  { start: 0, end: 100 },
  { start: 100, end: 200 },
];

/** Things of the first part, by their order: a boat, which is in both parts, and an owl for some seconds. */
async function things(owlSeconds: number): Promise<string[]> {
  const visualelements = [
    found('boat', 0, 90, { label: 'boat' }),
    found('owl', 0, owlSeconds, { label: 'owl' }),
    found('boat', 100, 190, { label: 'boat' }),
  ];
  const sources = { sentences: [], titles: [], stop: new Set<string>(), minimum: 10 };
  const [first] = await nameParts(PARTS, findings(200, { visualelements }), sources, null);
  return first!.keywords;
}

test('a part is named by what fills it, and what other parts lack counts for more', async () => {
  expect(await things(20)).toEqual(['boat', 'owl']);
  expect(await things(50)).toEqual(['owl', 'boat']);
});

test('a part is not named by text that runs out of the frame', async () => {
  const text = (content: string, x: number, width: number) =>
    found(content, 0, 10, { boxes: [{ x, y: 0.4, width, height: 0.05 }] });
  const sources = { sentences: [], titles: [], stop: new Set<string>(), minimum: 10 };
  const ocr = [text('ROWING CLUB WINS REGATT', 0.2, 0.79), text('Harbor report', 0.2, 0.4)];
  const [first] = await nameParts(PARTS, findings(200, { ocr }), sources, null);
  expect(first!.name).toMatchObject({ title: 'Harbor report', source: 'ocr' });
});
