import { expect, test } from 'vitest';
import { coverFrames } from '../../src/contract/formats/cover-frames.ts';
import { toHtml } from '../../src/contract/formats/html.ts';
import type { Results } from '../../src/contract/results.ts';
import type { Segment } from '../../src/contract/segment.ts';
import { REPORT_WORDS } from '../fixtures/report-words.ts';

const segment = (module: Segment['module'], start_time: number, end_time: number, content: string): Segment => ({
  ...{ id: `${module}${start_time}`, module, start_time, end_time, content, engine: null, data: null },
});
const results: Results = {
  ...{ job_id: 'j', video_name: 'News.mp4', duration: 90, status: 'completed', processing_time: 1 },
  segments: [
    segment('summary', 0, 90, 'A bridge & a race.'),
    segment('chapters', 0, 50, 'Harbor bridge'),
    segment('transcription', 1, 4, 'Good evening.'),
    segment('transcription', 4, 8, 'The council voted.'),
    segment('chapters', 50, 90, 'Cycling race'),
    segment('transcription', 51, 55, 'In sports, the race.'),
  ],
};
const parts = { language: 'en', nameOf: (name: string) => name, words: REPORT_WORDS };
const stills = new Map(Array.from({ length: 7 }, (_, i) => [i * 10_000, `data:image/jpeg;base64,A${i}`]));
const moment = { start_time: 21, end_time: 25, title: 'The <vote>', note: 'See **page 3**', tags: [] };

test('has a cover, contents with chapters, the transcript in paragraphs, and moments with notes', () => {
  const html = toHtml(results, { ...parts, stills, moments: [moment] });
  expect(html.match(/<div class="cover of3".*?<\/div>/)![0].match(/<img/g)).toHaveLength(6);
  expect(html).toContain('<p class="about" dir="auto">A bridge &amp; a race.</p>');
  expect(html).toContain('<a href="#chapter-2" dir="auto">Cycling race</a><span>0:50</span>');
  expect(html).toContain('<time>0:01</time>Good evening. The council voted.</p>');
  expect(html.indexOf('<h3 id="chapter-2"')).toBeGreaterThan(html.indexOf('The council voted.</p>'));
  expect(html).toContain('<h3 dir="auto">The &lt;vote&gt;</h3><p class="facts">0:21–0:25</p>');
  expect(html).toContain('<strong>page 3</strong>');
  // The frame at its start.
  expect(html).toContain('<article><img alt="" src="data:image/jpeg;base64,A2">');
});

test('lists the lines of the transcript among the findings only when they are chosen', () => {
  const html = toHtml(results, { ...parts, stills: new Map() });
  expect(html).toContain('<input type="checkbox" id="show-transcription">');
  expect(html).toContain('<input type="checkbox" id="show-chapters" checked>');
  expect(html).not.toContain('class="cover');
  expect(html).not.toContain('id="moments"');
});

test('without speech, has neither transcript nor contents', () => {
  const html = toHtml({ ...results, segments: [segment('scenes', 0, 90, 'Shot 1')] }, { ...parts, stills });
  expect(html).not.toContain('<nav');
  expect(html).toContain('<h2>All findings</h2>');
});

test.each([
  [0, []],
  [2, [0, 1]],
  [5, [0, 1, 3]],
  [12, [0, 2, 4, 6, 8, 10]],
])('a cover shows whole rows of %d frames', (count, shown) => {
  expect(coverFrames(count)).toEqual(shown);
});
