import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import { SegmentDraft as Draft } from '../../../src/contract/analysis/segment.ts';
import { chaptersOf } from '../../../src/modules/chapters/divide.ts';
import { minimumLength } from '../../../src/modules/chapters/limits.ts';
import { EXTENDED, extendedTest, WHOLE } from '../../fixtures/extended.ts';
import { anyFindings, findings, found, onScreen, shots, speech } from '../shared/findings/some-findings.ts';

const SAILING = [
  'The ship leaves the harbour before dawn.',
  'A good wind fills the sail of the old ship.',
  'In the harbour the sailors watch the wind.',
  'Without wind the sail hangs and the ship drifts.',
];
const BAKING = [
  'Good bread needs flour, water and time.',
  'The oven must be hot before the bread goes in.',
  'Knead the flour until the dough is smooth.',
  'Let the dough rest near the warm oven.',
];
const ASTRONOMY = [
  'The telescope gathers light from distant galaxies.',
  'Each galaxy holds billions of stars.',
  'A larger telescope shows fainter stars.',
  'Stars near the center of the galaxy are old.',
];
const talk = (...topics: string[][]) => speech(topics.flatMap((topic) => [...topic, ...topic, ...topic]));
const starts = (chapters: readonly SegmentDraft[]) => chapters.map(({ start_time }) => start_time);
const outline = (chapters: readonly SegmentDraft[]) =>
  chapters.map(({ content, start_time, data }) => [start_time, content, data?.title_source]);

describe('chaptersOf', () => {
  it('divides a talk at a change of subject, and titles the parts with their words', async () => {
    const chapters = await chaptersOf(findings(180, { transcription: talk(SAILING, BAKING, ASTRONOMY) }), null);
    expect(starts(chapters)).toEqual([0, 60, 120]);
    expect(chapters.map(({ content }) => content.toLowerCase())).toEqual([
      expect.stringMatching(/ship|sail|wind|harbour/),
      expect.stringMatching(/bread|oven|flour|dough/),
      expect.stringMatching(/telescope|galax|stars/),
    ]);
    for (const { data } of chapters) expect(data?.title_source).toBe('transcription');
  });

  it('returns none for a talk about one subject', async () => {
    expect(starts(await chaptersOf(findings(180, { transcription: talk(SAILING, SAILING, SAILING) }), null))).toEqual(
      [],
    );
  });

  it('starts a chapter at the cut near the change', async () => {
    const scenes = shots(180, 30, 59.6, 119.1, 150);
    const chapters = await chaptersOf(findings(180, { transcription: talk(SAILING, BAKING, ASTRONOMY), scenes }), null);
    expect(starts(chapters)).toEqual([0, 59.6, 119.1]);
    expect(chapters[1]!.data?.still_time).toBe((59.6 + 119.1) / 2);
  });

  it('starts chapters at on-screen titles, at the start of their shot, with their words', async () => {
    const ocr = [
      onScreen('Leaving Port', 1, 4, 0.12),
      onScreen('DAY TWO', 51, 55, 0.12),
      onScreen('walk now', 90, 92, 0.05, 0.85),
    ];
    const chapters = await chaptersOf(findings(120, { ocr, scenes: shots(120, 20, 49.5, 80) }), null);
    expect(outline(chapters)).toEqual([
      [0, 'Leaving Port', 'title'],
      [49.5, 'DAY TWO', 'title'],
    ]);
    expect(chapters[1]!.data?.still_time).toBe(51);
  });

  it('divides and titles a silent video by its objects', async () => {
    const visualelements = [found('dog ×2', 0, 58, { label: 'dog' }), found('car', 62, 120), found('bus', 65, 118)];
    const chapters = await chaptersOf(findings(120, { visualelements, scenes: shots(120, 30, 60, 90) }), null);
    expect(outline(chapters)).toEqual([
      [0, 'Dog', 'visualelements'],
      [60, 'Car, bus', 'visualelements'],
    ]);
  });

  it('returns none for a clip that nothing divides', async () => {
    const visualelements = [found('person', 0, 9, { label: 'person', confidence: 0.6 })];
    expect(await chaptersOf(findings(10, { visualelements, ocr: [found('TAXI', 2, 6)] }), null)).toEqual([]);
  });

  it('takes no title from a sign in the scene', async () => {
    const ocr = [onScreen('Bakery Schmidt', 1, 6, 0.12), onScreen('DAY TWO', 61, 65, 0.12)];
    const visualelements = [found('car', 0, 58), found('person', 60, 118)];
    const chapters = await chaptersOf(findings(120, { ocr, visualelements, scenes: shots(120, 60) }), null);
    expect(outline(chapters)).toEqual([
      [0, 'Car', 'visualelements'],
      [60, 'DAY TWO', 'title'],
    ]);
  });

  it('titles parts by sounds or shots only if these divide the video', async () => {
    const scenes = shots(120, 30, 60, 70);
    const audioevents = [found('Music or noise', 0, 55), found('Silence', 55, 60), found('Speech', 60, 120)];
    const ocr = [onScreen('Part Two', 60.5, 63, 0.12)];
    expect(await chaptersOf(findings(120, { scenes, audioevents }), null)).toEqual([]);
    expect(outline(await chaptersOf(findings(120, { scenes, audioevents, ocr }), null))).toEqual([
      [0, 'Music or noise', 'audioevents'],
      [60, 'Part Two', 'title'],
    ]);
    expect(outline(await chaptersOf(findings(120, { scenes, ocr }), null))[0]).toEqual([0, 'Shots 1–2', 'scenes']);
    // A form has no title, but a head.
    const form = [onScreen('Invoice 2024-0117', 1, 20, 0.04), onScreen('1,482.50', 1, 20, 0.04), ...ocr];
    expect(outline(await chaptersOf(findings(120, { scenes, ocr: form }), null))[0]).toEqual([
      0,
      'Invoice 2024-0117',
      'ocr',
    ]);
  });

  it('returns none without findings', async () => {
    expect(await chaptersOf(findings(100, {}), null)).toEqual([]);
    expect(await chaptersOf(findings(0, {}), null)).toEqual([]);
  });

  it('tiles the video in order, with distinct titles, for any findings', WHOLE, async () => {
    await fc.assert(
      fc.asyncProperty(anyFindings, async (some) => {
        const chapters = await chaptersOf(some, null);
        expect(await chaptersOf(some, null)).toEqual(chapters);
        for (const [i, chapter] of chapters.entries()) {
          expect(Draft.safeParse(chapter).success).toBe(true);
          expect(chapter.content.trim()).not.toBe('');
          expect(chapter.start_time).toBe(chapters[i - 1]?.end_time ?? 0);
          if (some.duration > 1) expect(chapter.end_time).toBeGreaterThan(chapter.start_time);
        }
        if (chapters.length > 0) expect(chapters.at(-1)!.end_time).toBeCloseTo(some.duration, 2);
        expect(chapters.length).toBeLessThanOrEqual(1 + (2 * some.duration) / minimumLength(some.duration));
      }),
      { numRuns: EXTENDED ? 300 : 60 },
    );
  });

  extendedTest('handles twenty thousand findings', async () => {
    const transcription = speech(
      Array.from({ length: 20_000 }, (_, i) => [SAILING, BAKING, ASTRONOMY][(i >> 11) % 3]![i % 4]!),
      1,
    );
    const chapters = await chaptersOf(
      findings(20_000, {
        transcription,
        scenes: shots(20_000, ...Array.from({ length: 999 }, (_, i) => (i + 1) * 20)),
      }),
      null,
    );
    expect(chapters.length).toBeGreaterThan(7);
    expect(chapters.length).toBeLessThan(16);
  });
});
