import { describe, expect, it } from 'vitest';
import { createTranslate } from '../../../../../src/base/translate.ts';
import type { AuditAction, AuditEntry } from '../../../../../src/contract/sharing/audit.ts';
import { moduleTexts } from '../../../../../src/core/modules/module-display.ts';
import { historyLine } from '../../../../../src/renderer/features/video/details/history/history-line.ts';
import en from '../../../../../src/renderer/locales/en/evidence.json' with { type: 'json' };
import { createFormats } from '../../../../../src/renderer/ui/lib/formats.ts';

const tools = {
  t: createTranslate<typeof en>(en, 'en'),
  formats: createFormats('en'),
  nameOf: (module: Parameters<typeof moduleTexts>[0]) => moduleTexts(module).title,
};

function lineOf(action: AuditAction, details: Record<string, unknown> = {}) {
  const entry: AuditEntry = {
    number: 1,
    at: '2026-01-02T03:04:05.000',
    action,
    actor: { kind: 'user' as const },
    details,
    software: null,
    previous_hash: '',
    hash: '',
  };
  return historyLine(entry, tools);
}

describe('historyLine', () => {
  it('names the file at import with its size', () => {
    expect(lineOf('imported', { name: 'a.mp4', size: 2_000_000 })).toMatchObject({
      text: 'Imported as a.mp4',
      notes: ['2 MB'],
    });
  });

  it('lists the engines of the types that ran', () => {
    const modules = [
      { module: 'ocr', status: 'completed', engine: 'pp-ocrv4@1' },
      { module: 'scenes', status: 'failed', engine: 'shots@1' },
    ];
    const { text, notes } = lineOf('analyzed', { outcome: 'completed', modules });
    expect(text).toBe('Analyzed');
    expect(notes).toEqual([`${moduleTexts('ocr').title}: pp-ocrv4@1`]);
    expect(lineOf('analyzed', { outcome: 'stopped' }).text).toBe('Analysis stopped');
  });

  it('shows what an edit changed, with its type and time', () => {
    const place = { module: 'ocr', start_time: 61.4, end_time: 63 };
    expect(lineOf('corrected', { ...place, change: 'edited', from: 'TAXI', to: 'TAXI 7' })).toEqual({
      text: `${moduleTexts('ocr').title} edited at 1:01`,
      from: ['TAXI'],
      to: ['TAXI 7'],
      notes: [],
    });
    const both = { change: 'edited', from: { content: 'a', label: null }, to: { content: 'b', label: 'c' } };
    expect(lineOf('corrected', { ...place, ...both })).toMatchObject({
      from: ['Text: a', 'Label: none'],
      to: ['Text: b', 'Label: c'],
    });
    const moved = { change: 'edited', from: { start_time: 61.4 }, to: { start_time: 62 } };
    expect(lineOf('corrected', { ...place, ...moved })).toMatchObject({
      from: ['Start: 1:01.4'],
      to: ['Start: 1:02.0'],
    });
    const split = { change: 'split', from: 'one two', to: ['one', 'two'] };
    expect(lineOf('corrected', { ...place, ...split }).to).toEqual(['one', 'two']);
  });

  it('tells the restore of a finding from that of an analysis', () => {
    const place = { module: 'ocr', start_time: 0, end_time: 1, change: 'restored', from: null, to: 'TAXI' };
    expect(lineOf('corrected', place).text).toBe(`${moduleTexts('ocr').title} restored at 0:00`);
    expect(lineOf('restored', { finished_at: null }).text).toBe('Earlier analysis restored');
  });

  it('states how far a link reaches', () => {
    expect(lineOf('shared', { link: '3', expires_at: null, recording_details: true })).toMatchObject({
      text: 'Share link 3 created',
      notes: ['Never expires', 'With recording time, camera, and place'],
    });
  });

  it('counts the other videos of an export', () => {
    expect(lineOf('exported', { format: 'html', sha256: 'ab' })).toMatchObject({
      text: 'Exported as HTML',
      notes: ['SHA-256 ab'],
    });
    expect(lineOf('exported', { format: 'clip', ranges: [[61, 64.5], 'x'] }).notes).toEqual(['1:01.0–1:04.5']);
    expect(lineOf('exported', { format: 'zip', videos: 3 }).text).toBe('Exported as ZIP of clips, with 2 other videos');
  });

  it.each<[AuditAction, Record<string, unknown>]>([
    ['corrected', { change: 'rewound', from: 1, to: [null, {}] }],
    ['analyzed', { modules: 'all' }],
    ['replaced', { from: null }],
    ['imported', { unreadable: '{' }],
    ['teleported' as AuditAction, {}],
  ])('describes an entry of another version: %s', (action, details) => {
    const { text, from, to, notes } = lineOf(action, details);
    expect(text).not.toBe('');
    expect([...from, ...to, ...notes].every((each) => typeof each === 'string')).toBe(true);
  });
});
