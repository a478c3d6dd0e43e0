import { expect, it } from 'vitest';
import type { Results } from '../../../src/contract/analysis/results.ts';
import { message } from '../../../src/contract/message.ts';
import type { Moment } from '../../../src/contract/search/moments.ts';
import { momentsIn } from '../../../src/core/formats/part.ts';
import { findingsHtml } from '../../../src/server/exports/findings-report.ts';
import { reportLanguage } from '../../../src/server/exports/report-language.ts';
import { exampleManifest } from '../../contract/evidence/example-manifest.ts';

const finding = {
  id: '1',
  module: 'audioevents' as const,
  engine: null,
  start_time: 0,
  end_time: 4,
  content: 'Music or noise',
  data: { label: 'music or noise', text: message('sound.other'), still_time: 1 },
};
const results = { job_id: 'a', video_name: 'film.mp4', duration: 4, segments: [finding] } as unknown as Results;

it('writes a report in a language, with its findings, pictures, and facts', () => {
  const parts = { moments: [], stills: new Map([[1000, new Uint8Array([255, 216])]]), manifest: exampleManifest() };
  const html = findingsHtml(results, parts, reportLanguage('de'));
  expect(html).toContain('lang="de"');
  expect(html).toContain('Musik oder Geräusche');
  expect(html).not.toContain('Music or noise');
  expect(html).toContain('data:image/jpeg;base64,/9g=');
  expect(html).toMatch(/\d Byte\)/);
  expect(html).toContain('<h2>Alle Ergebnisse (1)</h2>');
  expect(findingsHtml(results, parts, reportLanguage('en'))).toContain('Music or noise');
});

it('a report of a range has its moments only, cut to it and with its times', () => {
  const moment = (start_time: number, end_time: number | null) => ({ start_time, end_time }) as Moment;
  const all = [moment(1, 2), moment(3, 8), moment(6, null), moment(12, 14)];
  expect(momentsIn(all, {})).toEqual(all);
  const range = { start: 5, end: 10 };
  expect(momentsIn(all, { range })).toEqual([moment(5, 8), moment(6, null)]);
  expect(momentsIn(all, { range, fromZero: true })).toEqual([moment(0, 3), moment(1, null)]);
});
