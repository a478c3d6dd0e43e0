import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModuleName } from '../../src/contract/analysis/modules.ts';
import type { Results } from '../../src/contract/analysis/results.ts';
import type { Segment } from '../../src/contract/analysis/segment.ts';
import { MANIFEST_WORDS } from '../../src/core/evidence/report-section.ts';
import { toHtml } from '../../src/core/formats/html.ts';
import { exampleManifest } from '../contract/evidence/example-manifest.ts';
import { REPORT_WORDS } from '../fixtures/report-words.ts';
import { launch, noBrowser } from './support/browser.ts';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const SENTENCE = 'The committee decided on the new bridge across the harbor.';
const DURATION = 150;
const each = (module: ModuleName, count: number, content: (at: number) => string): Segment[] =>
  Array.from({ length: count }, (_, at) => {
    const start_time = (at * DURATION) / count;
    return {
      id: `${module}${at}`,
      module,
      engine: null,
      start_time,
      end_time: start_time + 1,
      content: content(at),
      data: module === 'scenes' ? { still_time: start_time } : {},
    };
  });
const segments = [
  ...each('summary', 1, () => SENTENCE.repeat(8)),
  ...each('chapters', 6, (at) => `Chapter ${at}`),
  ...each('transcription', 45, () => SENTENCE),
  ...each('scenes', 60, (at) => `Shot ${at}`),
  ...each('visualelements', 120, () => 'person'),
];
const results: Results = {
  job_id: 'j',
  video_name: 'Hearing.mp4',
  duration: DURATION,
  status: 'completed',
  processing_time: 1,
  segments,
};

describe.skipIf(noBrowser)(`pages of a report${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  test('a video of 2:30 takes at most four', async () => {
    const stills = new Map(
      segments.flatMap(({ data }) =>
        data?.still_time === undefined ? [] : [[data.still_time * 1000, PIXEL] as const],
      ),
    );
    const moment = (at: number) => ({ start_time: at, end_time: at + 5, title: SENTENCE, note: SENTENCE, tags: [] });
    const html = toHtml(results, {
      language: 'en',
      words: REPORT_WORDS,
      stills,
      moments: [5, 40, 80, 120].map(moment),
      moduleName: (name) => name,
      manifest: { facts: exampleManifest(), words: MANIFEST_WORDS },
    });
    const page = await browser.newPage();
    await page.setContent(html);
    const pages = async () => {
      const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
      return Number(/\/Count (\d+)/.exec(pdf)![1]);
    };
    const folded = await pages();
    expect(folded).toBeGreaterThan(1);
    expect(folded).toBeLessThanOrEqual(4);
    await page.locator('#findings > summary').click();
    // Opened, the list is printed as well.
    expect(await pages()).toBeGreaterThan(folded + 3);
    await page.close();
  });
});
