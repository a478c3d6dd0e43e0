import { describe, expect, it } from 'vitest';
import { candidatesOf, titleStarts } from '../../../src/modules/chapters/boundaries.ts';
import { findings, found, shots } from '../shared/findings/some-findings.ts';

const said = (start: number, end: number) => ({ text: 'something is said', start, end });
const bonusAt = (time: number, ...given: Parameters<typeof candidatesOf>) =>
  candidatesOf(...given).find((candidate) => candidate.time === time)?.bonus;

describe('candidatesOf', () => {
  const cut = { scenes: shots(100, 40) };

  it('prefers cuts, silences, and pauses in speech, and avoids the middle of a sentence', () => {
    const plain = bonusAt(40, findings(100, cut), [])!;
    expect(plain).toBeGreaterThan(0);
    expect(bonusAt(40, findings(100, { ...cut, audioevents: [found('Silence', 37, 41)] }), [])).toBeGreaterThan(plain);
    expect(bonusAt(40, findings(100, cut), [said(0, 36), said(40.1, 50)])).toBeGreaterThan(plain);
    expect(bonusAt(40, findings(100, cut), [said(30, 50)])).toBeLessThan(0);
    expect(bonusAt(40, findings(100, cut), [said(30, 40.2), said(40.2, 50)])).toBe(plain);
  });

  it('prefers changes between speakers who both talk long', () => {
    const line = (speaker_id: string, start: number, end: number) => ({
      ...found('something is said', start, end),
      data: { speaker_id },
    });
    const dialog = [line('S1', 0, 40), line('S2', 40, 44), line('S1', 44, 60), line('S2', 60, 100)];
    const without = bonusAt(40, findings(100, cut), [])!;
    const bonus = (time: number) => bonusAt(time, findings(100, { ...cut, transcription: dialog }), []) ?? 0;
    expect(bonus(60)).toBeGreaterThan(bonus(44));
    expect(bonus(40)).toBeGreaterThan(without);
  });

  it('excludes the start and the end, and limits the number of candidates', () => {
    const scenes = shots(6000, ...Array.from({ length: 5999 }, (_, i) => i + 1));
    const candidates = candidatesOf(findings(6000, { scenes }), [said(0, 5)]);
    expect(candidates.length).toBeLessThanOrEqual(300);
    expect(candidates[0]!.time).toBeGreaterThan(0);
    expect(candidatesOf(findings(10, { scenes: shots(10) }), [said(0, 5)])).toEqual([]);
  });
});

describe('titleStarts', () => {
  it('keeps starts apart, and prefers cards to headings', () => {
    const title = (start: number, kind: 'card' | 'heading') =>
      ({ text: 'Title', start, end: start + 5, kind, lineHeight: 0.1, stillTime: null }) as const;
    const titles = [title(100, 'heading'), title(130, 'card'), title(300, 'heading'), title(998, 'card')];
    expect(titleStarts(titles, findings(1000, {}), 60)).toEqual([130, 300]);
  });
});
