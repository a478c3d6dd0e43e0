import { describe, expect, test } from 'vitest';
import { toFfMetadata, toYouTubeChapters } from '../../src/contract/formats/chapters.ts';
import { toEdl } from '../../src/contract/formats/edl.ts';
import { toFcpxml } from '../../src/contract/formats/fcpxml.ts';
import {
  editingRate,
  exactRate,
  FRAME_RATES,
  frameAt,
  frameOfHour,
  rateChoices,
  timecode,
} from '../../src/contract/formats/frame-rate.ts';
import { toHtml } from '../../src/contract/formats/html.ts';
import { toOtio } from '../../src/contract/formats/otio.ts';
import type { Results } from '../../src/contract/results.ts';
import type { Segment } from '../../src/contract/segment.ts';
import { REPORT_WORDS } from '../fixtures/report-words.ts';

const segment = (module: Segment['module'], start_time: number, end_time: number, content: string): Segment => ({
  ...{ id: '1', module, content, start_time, end_time, data: null, engine: 'e@1' },
});
const results = (segments: Segment[], duration = 60): Results => ({
  ...{ job_id: 'j', video_name: 'Film <1> & "2".mp4', duration, status: 'completed', processing_time: 1, segments },
});
const NASTY = '<b>"x"|&\u0001\n\'y\'</b>';

describe('frame rates', () => {
  test.each([
    [29.97, { num: 30000, den: 1001 }],
    [23.976, { num: 24000, den: 1001 }],
    [59.94, { num: 60000, den: 1001 }],
    [25, { num: 25, den: 1 }],
    [12.5, { num: 12500, den: 1000 }],
  ])('%d', (fps, rate) => expect(exactRate(fps)).toEqual(rate));

  test("use the video's own rate, the nearest rate if it varies, and 25 if unknown", () => {
    expect([10, 12.5, 15, 120, 119.88].map(editingRate)).toEqual([10, 12.5, 15, 120, 119.88]);
    expect([29.83, 24.99, 30.001, 23.98, 12.37, 0, Number.NaN, 90_000].map(editingRate)).toEqual([
      ...[29.97, 25, 30, 23.976, 23.976, 25, 25, 25],
    ]);
    expect(rateChoices(10)).toEqual([10, 23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60]);
    expect(rateChoices(29.97)).toEqual([...FRAME_RATES]);
  });

  /** By definition: each minute except every tenth skips the numbers :00 and :01. */
  test.each([29.97, 59.94])('drop-frame timecode at %d skips numbers, not frames', (fps) => {
    const rate = exactRate(fps, true);
    const nominal = Math.round(fps);
    let [minute, second, number] = [0, 0, 0];
    for (let frame = 0; frame < fps * 1300; frame++) {
      const pad = (value: number) => String(value).padStart(2, '0');
      const wanted = `00:${pad(minute)}:${pad(second)};${pad(number)}`;
      if (timecode(frame, rate) !== wanted) expect(timecode(frame, rate), `frame ${frame}`).toBe(wanted);
      if (++number < nominal) continue;
      [number, second] = [0, second + 1];
      if (second < 60) continue;
      [second, minute] = [0, minute + 1];
      if (minute % 10 !== 0) number = nominal / 15;
    }
    expect(timecode(frameOfHour(1, rate), rate)).toBe('01:00:00;00');
    // An hour of timecode is accurate to a hundredth of a second.
    expect(Math.abs((frameOfHour(1, rate) * rate.den) / rate.num - 3600)).toBeLessThan(0.01);
    expect(timecode(frameOfHour(1, exactRate(25, true)), exactRate(25, true))).toBe('01:00:00:00');
  });

  test('timecode counts every frame', () => {
    const rate = exactRate(29.97);
    expect(timecode(frameAt(60, rate), rate)).toBe('00:00:59:28');
    expect(timecode(3600 * 25 + 61 * 25 + 7, exactRate(25))).toBe('01:01:01:07');
  });
});

test("EDL writes one event per marker with Resolve's comment, and escapes fields", () => {
  const edl = toEdl(results([segment('ocr', 2.04, 3, NASTY), segment('scenes', 0, 2.04, 'Shot 1')]), exactRate(25));
  expect(edl).toBe(
    [
      'TITLE: Film <1> & "2".mp4',
      'FCM: NON-DROP FRAME',
      '',
      '001  001      V     C        01:00:00:00 01:00:00:01 01:00:00:00 01:00:00:01  ',
      ' |C:ResolveColorPurple |M:Shot 1 |D:51',
      '',
      '002  001      V     C        01:00:02:01 01:00:02:02 01:00:02:01 01:00:02:02  ',
      ` |C:ResolveColorYellow |M:<b>"x"/& 'y'</b> |D:24`,
      '',
      '',
    ].join('\r\n'),
  );
});

test('an EDL has one marker per frame: others move to the next free frame', () => {
  const at = (start: number, name: string) => segment('ocr', start, start + 1, name);
  const edl = toEdl(results([at(0, 'A'), at(0, 'B'), at(0.01, 'C'), at(0.08, 'D'), at(0.08, 'E')]), exactRate(25));
  const starts = [...edl.matchAll(/C {8}\S+ \S+ (\S+) (\S+) {2}\r\n .*M:(\w)/g)].map(([, ...found]) => found.join(' '));
  expect(starts).toEqual([
    '01:00:00:00 01:00:00:01 A',
    '01:00:00:01 01:00:00:02 B',
    '01:00:00:02 01:00:00:03 D',
    '01:00:00:03 01:00:00:04 C',
    '01:00:00:04 01:00:00:05 E',
  ]);
});

test('EDL declares drop-frame timecode', () => {
  const edl = toEdl(results([segment('ocr', 60.06, 61, 'A')]), exactRate(29.97, true));
  expect(edl).toContain('FCM: DROP FRAME');
  expect(edl).toContain('01:01:00;02 01:01:00;03');
});

test('FCPXML has times on exact frames inside the clip, and escapes text', () => {
  const xml = toFcpxml(results([segment('ocr', 1, 2, NASTY), segment('chapters', 60, 60, 'End')]), exactRate(29.97), {
    width: 1920,
    height: 1080,
  });
  expect(xml).toContain('frameDuration="1001/30000s" width="1920" height="1080"');
  expect(xml).toContain(
    '<marker start="30030/30000s" duration="1001/30000s" value="&lt;b&gt;&quot;x&quot;|&amp; &#39;y&#39;&lt;/b&gt;" note="ocr"/>',
  );
  // 60 s are 1798 frames; a marker at the end would be outside the clip.
  expect(xml).toContain(`<chapter-marker start="${1797 * 1001}/30000s"`);
  expect(xml).toContain(`<sequence format="r1" duration="${1798 * 1001}/30000s"`);
  expect(xml).toContain('src="Film%20%3C1%3E%20%26%20%222%22.mp4"');
});

test('OTIO declares the schema of every object', () => {
  const timeline = JSON.parse(toOtio(results([segment('scenes', 1, 3, 'Shot')]), exactRate(24)));
  expect(timeline.OTIO_SCHEMA).toBe('Timeline.1');
  expect(timeline.tracks.markers[0]).toMatchObject({
    OTIO_SCHEMA: 'Marker.2',
    name: 'Shot',
    color: 'PURPLE',
    marked_range: {
      OTIO_SCHEMA: 'TimeRange.1',
      start_time: { OTIO_SCHEMA: 'RationalTime.1', rate: 24, value: 24 },
      duration: { OTIO_SCHEMA: 'RationalTime.1', rate: 24, value: 48 },
    },
  });
  const [clip] = timeline.tracks.children[0].children;
  expect(clip).toMatchObject({ OTIO_SCHEMA: 'Clip.2', active_media_reference_key: 'DEFAULT_MEDIA' });
  expect(clip.source_range.duration.value).toBe(1440);
});

describe('chapters', () => {
  const chapters = results([
    segment('chapters', 2, 15, 'Start; a=b #1'),
    segment('chapters', 15, 20, 'Short'),
    segment('chapters', 30, 55, 'Middle <x>'),
    segment('chapters', 55, 60, 'End'),
  ]);

  test('start at 0:00 and last at least ten seconds for YouTube', () => {
    expect(toYouTubeChapters(chapters)).toBe('00:00 Start; a=b #1\n00:15 Short\n00:30 Middle x\n');
  });

  test('are contiguous and escaped for FFmpeg', () => {
    const text = toFfMetadata(chapters);
    expect(text.startsWith(';FFMETADATA1\ntitle=Film <1> & "2".mp4\n\n')).toBe(true);
    expect(text).toContain('START=2000\nEND=15000\ntitle=Start\\; a\\=b \\#1\n');
    expect(text).toContain('START=15000\nEND=30000\n');
    expect(text).toContain('START=55000\nEND=60000\n');
  });

  test('are never empty', () => {
    const parts = [
      [0, 20],
      [20, 20],
      [20, 60],
      [60, 60],
    ].map(([start, end], i) => segment('chapters', start!, end!, `Part ${i}`));
    const times = toFfMetadata(results(parts)).match(/(START|END)=\d+|title=Part \d/g);
    expect(times).toEqual(['START=0', 'END=20000', 'title=Part 0', 'START=20000', 'END=60000', 'title=Part 2']);
  });

  test('fall back to shots', () => {
    const shots = [segment('scenes', 0, 20, 'A'), segment('scenes', 20, 40, 'B'), segment('scenes', 40, 60, 'C')];
    expect(toYouTubeChapters(results(shots))).toBe('00:00 A\n00:20 B\n00:40 C\n');
  });

  test('are left out for YouTube if it would ignore them', () => {
    const two = [segment('chapters', 0, 30, 'A'), segment('chapters', 30, 60, 'B')];
    expect(toYouTubeChapters(results(two))).toBe('');
  });
});

test('an HTML report embeds its stills, contains no script, and escapes everything', () => {
  const one = { ...segment('ocr', 1, 2, '<script>alert(1)</script>'), data: { still_time: 1.04 } };
  const html = toHtml(results([one]), {
    language: 'en',
    stills: new Map([[1040, 'data:image/jpeg;base64,AA']]),
    nameOf: (name) => name,
    words: REPORT_WORDS,
  });
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('<img alt="" src="data:image/jpeg;base64,AA">');
  expect(html).toContain("default-src 'none'");
  expect(html).toContain('<title>Film &lt;1&gt; &amp; &quot;2&quot;.mp4</title>');
});
