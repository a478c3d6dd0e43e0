import { describe, expect, test } from 'vitest';
import type { Results } from '../../src/contract/analysis/results.ts';
import type { Segment } from '../../src/contract/analysis/segment.ts';
import { toFfMetadata, toYouTubeChapters } from '../../src/core/formats/chapters.ts';
import { EDIT_FORMATS } from '../../src/core/formats/edit-formats.ts';
import { exactRate, type FrameRate } from '../../src/core/formats/frame-rate.ts';
import { toHtml } from '../../src/core/formats/html.ts';
import type { SequenceFile } from '../../src/core/formats/sequence/sequence.ts';
import { REPORT_WORDS } from '../fixtures/report-words.ts';

const segment = (module: Segment['module'], start_time: number, end_time: number, content: string): Segment => ({
  id: '1',
  module,
  content,
  start_time,
  end_time,
  data: null,
  engine: 'e@1',
});
const results = (segments: Segment[], duration = 60): Results => ({
  job_id: 'j',
  video_name: 'Film <1> & "2".mp4',
  duration,
  status: 'completed',
  processing_time: 1,
  segments,
});
const NASTY = '<b>"x"|&\u0001\n\'y\'</b>';

const fileOf = (fps: number, more: Partial<SequenceFile> = {}): SequenceFile => ({
  jobId: 'j',
  name: 'Film <1> & "2".mp4',
  duration: 60,
  audioChannels: 2,
  start: null,
  video: { width: 1920, height: 1080, fps },
  ...more,
});
const FILM = { timecode: '23:59:58:00', frame_rate: 25, drop_frame: false, seconds: 86_398 };
const edit = (
  format: keyof typeof EDIT_FORMATS,
  found: Results,
  rate: FrameRate,
  { startFrame, ...file }: Partial<SequenceFile> & { startFrame?: number } = {},
) => EDIT_FORMATS[format].format(found, fileOf(rate.num / rate.den, file), { rate, startFrame });
const MOMENT = { id: 'm', start_time: 2, end_time: null, title: 'Handshake', note: 'See | minutes', tags: ['Proof'] };

test("EDL writes one event per marker with Resolve's comment, and escapes fields", () => {
  const edl = edit(
    'edl',
    results([segment('ocr', 2.04, 3, NASTY), segment('scenes', 0, 2.04, 'Shot 1')]),
    exactRate(25),
  );
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

test('markers of one frame are one, with the names of all; none is past the end', () => {
  const at = (start: number, name: string) => segment('ocr', start, start + 1, name);
  const dense = [at(0, 'A'), at(0, 'B'), at(0.01, 'B'), at(0.08, 'C'), segment('chapters', 0.08, 9, 'D'), at(70, 'E')];
  const edl = edit('edl', results(dense), exactRate(25));
  const starts = [...edl.matchAll(/C {8}\S+ \S+ (\S+) (\S+) {2}\r\n .*M:(.+?) \|D:(\d+)/g)];
  expect(starts.map(([, ...found]) => found.join(' '))).toEqual([
    '01:00:00:00 01:00:00:01 A · B 25',
    '01:00:00:02 01:00:00:03 D · C 223',
    '01:00:59:24 01:01:00:00 E 1',
  ]);
  const many = Array.from({ length: 60 }, (_, i) => at(4, `line ${i}`));
  const xml = edit('fcpxml', results(many), exactRate(25));
  expect(xml.match(/<marker /g)).toHaveLength(1);
  // The note holds those that the name has no room for.
  expect(xml).toContain('ocr: line 59');
  expect(JSON.parse(edit('otio', results(many), exactRate(25))).tracks.markers).toHaveLength(1);
  expect(edit('avid', results(many), exactRate(25)).trim().split('\n')).toHaveLength(1);
  expect(edit('xmeml', results(many), exactRate(25)).match(/<marker>/g)).toHaveLength(1);
});

test('EDL declares drop-frame timecode', () => {
  const edl = edit('edl', results([segment('ocr', 60.06, 61, 'A')], 70), exactRate(29.97, true), { duration: 70 });
  expect(edl).toContain('FCM: DROP FRAME');
  expect(edl).toContain('01:01:00;02 01:01:00;03');
});

test('the source side of an EDL is in the timecode of the file, over midnight', () => {
  const edl = edit('edl', results([segment('ocr', 3, 4, 'A')]), exactRate(25), { start: FILM });
  expect(edl).toContain('00:00:01:00 00:00:01:01 01:00:03:00 01:00:03:01');
  const later = edit('edl', results([segment('ocr', 3, 4, 'A')]), exactRate(25), {
    start: FILM,
    startFrame: 90_000 * 10,
  });
  expect(later).toContain('00:00:01:00 00:00:01:01 10:00:03:00 10:00:03:01');
});

test('Avid markers are in the timecode of the file, or of the sequence that is chosen', () => {
  const found = { ...results([segment('ocr', 3, 4, 'A\tB')]), moments: [MOMENT] };
  expect(edit('avid', found, exactRate(25), { start: FILM })).toBe(
    'Reelscope\t00:00:00:00\tV1\tgreen\tHandshake: See | minutes #Proof\t1\n' +
      'Reelscope\t00:00:01:00\tV1\tyellow\tA B\t25\n',
  );
  expect(edit('avid', found, exactRate(25), { start: FILM, startFrame: 0 })).toContain('\t00:00:03:00\tV1');
  expect(edit('avid', found, exactRate(25), { video: null })).toContain('\t01:00:03:00\tA1');
});

test('moments are markers in every format', () => {
  const found = { ...results([]), moments: [MOMENT] };
  for (const format of ['edl', 'fcpxml', 'xmeml', 'otio', 'avid'] as const) {
    expect(edit(format, found, exactRate(25)), format).toContain('Handshake');
  }
  for (const format of ['fcpxml', 'xmeml', 'otio', 'avid'] as const) {
    expect(edit(format, found, exactRate(25)), format).toContain('See | minutes');
  }
});

test('FCPXML has times on exact frames inside the clip, and escapes text', () => {
  const found = results([segment('ocr', 1, 2, NASTY), segment('chapters', 60, 60, 'End')]);
  const xml = edit('fcpxml', found, exactRate(29.97));
  expect(xml).toContain('frameDuration="1001/30000s" width="1920" height="1080"');
  expect(xml).toContain(
    '<marker start="30030/30000s" duration="1001/30000s" value="&lt;b&gt;&quot;x&quot;|&amp; &#39;y&#39;&lt;/b&gt;" note="ocr"/>',
  );
  // 60 s are 1798 frames; a marker at the end would be outside the clip.
  expect(xml).toContain(`<chapter-marker start="${1797 * 1001}/30000s"`);
  expect(xml).toContain(`<sequence format="r1" duration="${1798 * 1001}/30000s" tcStart="0s" tcFormat="NDF"`);
  expect(xml).toContain('src="Film%20%3C1%3E%20%26%20%222%22.mp4"');
});

test('FCPXML has the timecode and the URL of the file, and the start that is chosen', () => {
  const start = { timecode: '14:09:42;10', frame_rate: 29.97, drop_frame: true, seconds: 50_982.26466666667 };
  const found = results([segment('ocr', 1.001, 2, 'A')], 10);
  const file = { start, duration: 10, url: 'file:///media/a%20b.mov', audioChannels: 0 };
  const xml = edit('fcpxml', found, exactRate(29.97, true), { ...file, startFrame: 107_892 });
  const first = 50_982 * 30 + 10 - 2 * (849 - 84);
  expect(xml).toContain(`start="${first * 1001}/30000s" duration="300300/30000s" hasVideo="1" format="r2">`);
  expect(xml).toContain('src="file:///media/a%20b.mov"');
  expect(xml).toContain(`tcStart="${107_892 * 1001}/30000s" tcFormat="DF"`);
  expect(xml).toContain(`<asset-clip ref="r3" offset="${107_892 * 1001}/30000s"`);
  expect(xml).toContain(`<marker start="${(first + 30) * 1001}/30000s"`);
  expect(xml).not.toContain('hasAudio');
});

test('OTIO declares the schema of every object, and has the tracks of the file', () => {
  const found = results([segment('scenes', 1, 3, 'Shot')]);
  const timeline = JSON.parse(edit('otio', found, exactRate(24), { url: 'file:///a.mov', startFrame: 86_400 }));
  expect(timeline.OTIO_SCHEMA).toBe('Timeline.1');
  expect(timeline.global_start_time).toMatchObject({ rate: 24, value: 86_400 });
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
  expect(clip.media_references.DEFAULT_MEDIA.target_url).toBe('file:///a.mov');
  expect(clip.source_range.duration.value).toBe(1440);
  const kinds = (more: Partial<SequenceFile>) =>
    JSON.parse(edit('otio', found, exactRate(24), more)).tracks.children.map(({ kind }: { kind: string }) => kind);
  expect([kinds({}), kinds({ audioChannels: 0 }), kinds({ video: null })]).toEqual([
    ['Video', 'Audio'],
    ['Video'],
    ['Audio'],
  ]);
});

test('xmeml has rates as whole frames, a track per channel, and markers on the sequence', () => {
  const found = results([segment('ocr', 1.001, 2.002, NASTY), segment('ocr', 3.003, 3.003, 'Point')]);
  const xml = edit('xmeml', found, exactRate(23.976), { audioChannels: 6 }).replace(/\n/g, '');
  expect(xml).toContain('<xmeml version="5"><sequence id="sequence-1">');
  expect(xml).toContain('<rate><timebase>24</timebase><ntsc>TRUE</ntsc></rate>');
  expect(xml.match(/<clipitem /g)).toHaveLength(3);
  expect(xml.match(/<file id="file-1"\/>/g)).toHaveLength(2);
  expect(xml).toContain('<in>24</in><out>48</out></marker>');
  expect(xml).toContain('<name>Point</name><comment>ocr</comment><in>72</in><out>-1</out></marker>');
  const silent = edit('xmeml', found, exactRate(25), { audioChannels: 0, start: FILM }).replace(/\n/g, '');
  expect(silent.match(/<clipitem /g)).toHaveLength(1);
  expect(silent).toContain('<string>23:59:58:00</string><frame>2159950</frame><displayformat>NDF</displayformat>');
  expect(silent).not.toContain('channelcount');
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
    moduleName: (name) => name,
    words: REPORT_WORDS,
  });
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('<img alt="" src="data:image/jpeg;base64,AA">');
  expect(html).toContain("default-src 'none'");
  expect(html).toContain('<title>Film &lt;1&gt; &amp; &quot;2&quot;.mp4</title>');
});
