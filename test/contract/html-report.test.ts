import { expect, test } from 'vitest';
import type { Results } from '../../src/contract/analysis/results.ts';
import type { Segment } from '../../src/contract/analysis/segment.ts';
import { coverFrames } from '../../src/core/formats/cover-frames.ts';
import { toHtml } from '../../src/core/formats/html.ts';
import { REPORT_WORDS } from '../fixtures/report-words.ts';

const segment = (module: Segment['module'], start_time: number, end_time: number, content: string): Segment => ({
  id: `${module}${start_time}`,
  module,
  start_time,
  end_time,
  content,
  engine: null,
  data: null,
});
const results: Results = {
  job_id: 'j',
  video_name: 'News.mp4',
  duration: 90,
  status: 'completed',
  processing_time: 1,
  segments: [
    segment('summary', 0, 90, 'A bridge & a race.'),
    segment('chapters', 0, 50, 'Harbor bridge'),
    segment('transcription', 1, 4, 'Good evening.'),
    segment('transcription', 4, 8, 'The council voted.'),
    segment('chapters', 50, 90, 'Cycling race'),
    segment('transcription', 51, 55, 'In sports, the race.'),
  ],
};
const parts = { language: 'en', moduleName: (name: string) => name, words: REPORT_WORDS };
const stills = new Map(Array.from({ length: 7 }, (_, i) => [i * 10_000, `data:image/jpeg;base64,A${i}`]));
const moment = { start_time: 21, end_time: 25, title: 'The <vote>', note: 'See **page 3**', tags: [] };
const shots = [10, 20].map((at) => ({
  ...segment('scenes', at, at + 10, `Shot at "${at}"`),
  data: { still_time: at },
}));

test('opens with summary, moments, chapters, transcript, and shots; all findings are folded at the end', () => {
  const html = toHtml(
    { ...results, segments: [...results.segments, ...shots] },
    { ...parts, stills, moments: [moment] },
  );
  const order = [
    'class="about"',
    'id="moments"',
    'id="chapters"',
    'id="transcript"',
    'id="shots"',
    '<details id="findings">',
  ];
  const places = order.map((part) => html.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(html).toContain('<p class="about" dir="auto">A bridge &amp; a race.</p>');
  expect(html).toContain('<time>0:50</time><a href="#chapter-2" dir="auto">Cycling race</a>');
  expect(html).toContain('<time>0:01</time>Good evening. The council voted.</p>');
  expect(html.indexOf('<h3 id="chapter-2"')).toBeGreaterThan(html.indexOf('The council voted.</p>'));
  expect(html).toContain('<h3 dir="auto">The &lt;vote&gt;</h3><p class="facts">0:21–0:25</p>');
  expect(html).toContain('<strong>page 3</strong>');
  // The frame at its start.
  expect(html).toContain('<article><img alt="" src="data:image/jpeg;base64,A2">');
  expect(html).toContain('<h2>All findings (8)</h2>');
});

test('shows a moment with the frame of its own shot, however near the next one is', () => {
  const html = toHtml(
    { ...results, segments: shots },
    { ...parts, stills, moments: [{ ...moment, start_time: 19.5, end_time: 19.9 }] },
  );
  const section = html.slice(html.indexOf('id="moments"'), html.indexOf('id="shots"'));
  expect(section).toContain('base64,A1"');
  expect(section).not.toContain('base64,A2"');
});

test('shows the frame of a shot once, in the contact sheet', () => {
  const html = toHtml({ ...results, segments: shots }, { ...parts, stills });
  expect(html).toContain(
    '<figure><img alt="Shot at &quot;10&quot;" title="Shot at &quot;10&quot;" src="data:image/jpeg;base64,A1"><figcaption>0:10</figcaption></figure>',
  );
  expect(html.match(/<img/g)).toHaveLength(2);
});

test('has no section without content', () => {
  const html = toHtml({ ...results, segments: [segment('scenes', 0, 90, 'Shot 1')] }, { ...parts, stills: new Map() });
  expect(html.match(/<h2>.*?<\/h2>/g)).toEqual(['<h2>All findings (1)</h2>']);
  // Chapters of a video without speech lead nowhere.
  const silent = toHtml(
    { ...results, segments: [segment('chapters', 0, 90, 'Pier')] },
    { ...parts, stills: new Map() },
  );
  expect(silent).toContain('<span dir="auto">Pier</span>');
});

test.each([
  [0, []],
  [2, [0, 1]],
  [5, [0, 1, 3]],
  [12, [0, 2, 4, 6, 8, 10]],
])('a cover shows whole rows of %d frames', (count, shown) => {
  expect(coverFrames(count)).toEqual(shown);
});
