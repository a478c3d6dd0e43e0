import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PublicReport } from '../../../src/contract/sharing/shared-reports.ts';
import { sentence } from '../../../src/core/texts/sentence.ts';

const written = sentence('sound.silence');
const segment = (content: string, data: unknown) => ({ module: 'audioevents', content, data });
const report = {
  segments: [
    segment(written.message, { text: written.text }),
    segment('Hello', null),
    segment('Applause', { text: written.text, corrected: true, original: written.message }),
  ],
} as unknown as PublicReport;

async function contentsFor(language: string) {
  vi.stubGlobal('navigator', { languages: [language] });
  const { localize } = await import('../../../src/renderer/share/localize.ts');
  return (await localize(report)).segments.map(({ content }) => content);
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

test('shows the server’s sentences in German, but not words of the media or of users', async () => {
  expect(await contentsFor('de-AT')).toEqual(['Stille', 'Hello', 'Applause']);
});

test('leaves English reports as they are', async () => {
  expect(await contentsFor('en-US')).toEqual([written.message, 'Hello', 'Applause']);
});
