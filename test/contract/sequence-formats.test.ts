import { expect, test } from 'vitest';
import { exactRate, FRAME_RATES } from '../../src/core/formats/frame-rate.ts';
import { sequenceToEdl } from '../../src/core/formats/sequence/edl.ts';
import { sequenceToFcpxml } from '../../src/core/formats/sequence/fcpxml.ts';
import { sequenceToOtio } from '../../src/core/formats/sequence/otio.ts';
import {
  placeClips,
  type Sequence,
  type SequenceFile,
  sequenceRate,
} from '../../src/core/formats/sequence/sequence.ts';
import { sequenceToCsv, sequenceToJson, sequenceToMarkdown } from '../../src/core/formats/sequence/shot-list.ts';
import { sequenceToXmeml } from '../../src/core/formats/sequence/xmeml.ts';

const interview: SequenceFile = {
  jobId: 'a',
  name: 'Interview one.mp4',
  duration: 100,
  audioChannels: 2,
  start: null,
  video: { width: 1920, height: 1080, fps: 29.97 },
};
const phone: SequenceFile = {
  jobId: 'b',
  name: 'phone & clip.mov',
  duration: 20,
  audioChannels: 0,
  start: null,
  video: { width: 720, height: 1280, fps: 25 },
};
const podcast: SequenceFile = {
  jobId: 'c',
  name: 'podcast.mp3',
  duration: 3600,
  video: null,
  audioChannels: 1,
  start: null,
};
const marker = (kind: 'heading' | 'moment', start: number, end: number, name: string) => ({
  kind,
  start,
  end,
  name,
  note: '',
});
const sequence: Sequence = {
  title: 'Case "12"',
  clips: [
    {
      file: interview,
      start: 1.5,
      end: 12.2,
      title: 'First <words>',
      note: 'One.\nTwo.',
      markers: [marker('heading', 1.5, 1.5, 'Opening'), marker('moment', 1.5, 12.2, 'First <words>')],
    },
    { file: phone, start: 0.3, end: 4.1, title: 'Phone', note: '', markers: [marker('moment', 0.3, 4.1, 'Phone')] },
    { file: podcast, start: 3599, end: 3600, title: '', note: '', markers: [] },
    { file: interview, start: 50, end: 55, title: 'Again', note: '', markers: [marker('moment', 50, 55, 'Again')] },
  ],
};

test('the rate is the one of most of the sequence, and 25 without video', () => {
  expect(sequenceRate(sequence)).toEqual({ num: 30_000, den: 1001 });
  expect(sequenceRate({ title: '', clips: [sequence.clips[2]!] })).toEqual({ num: 25, den: 1 });
});

test('clips follow each other on whole frames', () => {
  const placed = placeClips(sequence.clips, exactRate(25));
  expect(placed.map(({ recordFrame, frames }) => [recordFrame, frames])).toEqual([
    [0, 267],
    [267, 94],
    [361, 25],
    [386, 125],
  ]);
  // A cut shorter than a frame still has one.
  expect(placeClips([{ ...sequence.clips[0]!, end: 1.501 }], exactRate(25))[0]!.frames).toBe(1);
});

test('EDL has one reel per file, channels by stream, and as many frames in the source as in the record', () => {
  const lines = sequenceToEdl(sequence, { rate: exactRate(25) }).split('\r\n');
  const events = lines.filter((line) => /^\d{3} /.test(line));
  expect(events).toEqual([
    '001  R001     AA/V  C        00:00:01:13 00:00:12:05 01:00:00:00 01:00:10:17',
    '002  R002     V     C        00:00:00:08 00:00:04:02 01:00:10:17 01:00:14:11',
    '003  R003     AA    C        00:59:59:00 01:00:00:00 01:00:14:11 01:00:15:11',
    '004  R001     AA/V  C        00:00:50:00 00:00:55:00 01:00:15:11 01:00:20:11',
  ]);
  expect(lines).toContain('* FROM CLIP NAME: phone & clip.mov');
  expect(lines).toContain('* HEADING: Opening');
  expect(lines).toContain('* NOTE: One. Two.');
});

test('FCPXML has an asset with a rate of its own per file', () => {
  const xml = sequenceToFcpxml(sequence, { rate: exactRate(25) });
  expect(xml.match(/<asset /g)).toHaveLength(3);
  expect(xml).toContain('<format id="r2" frameDuration="1001/30000s" width="1920" height="1080"/>');
  // Positions count frames of the sequence, starts those of the file.
  expect(xml).toContain(
    '<asset-clip ref="r3" offset="0s" name="First &lt;words&gt;" start="45045/30000s" duration="267/25s" tcFormat="NDF">',
  );
  expect(xml).toContain('<chapter-marker start="45045/30000s" duration="1/25s" value="Opening"');
  expect(xml.match(/<conform-rate/g)).toHaveLength(2);
  expect(xml).toContain('<sequence format="r1" duration="511/25s"');
});

test('OTIO fills tracks with gaps where a file has no such stream', () => {
  const { tracks, name } = JSON.parse(sequenceToOtio(sequence, { rate: exactRate(25) }));
  expect(name).toBe('Case "12"');
  const kinds = tracks.children.map((track: { kind: string; children: { OTIO_SCHEMA: string }[] }) => [
    track.kind,
    ...track.children.map(({ OTIO_SCHEMA }) => OTIO_SCHEMA),
  ]);
  expect(kinds).toEqual([
    ['Video', 'Clip.2', 'Clip.2', 'Gap.1', 'Clip.2'],
    ['Audio', 'Clip.2', 'Gap.1', 'Clip.2', 'Clip.2'],
  ]);
  expect(tracks.markers.map((marker: { name: string }) => marker.name)).toEqual([
    'Opening · First <words>',
    'Phone',
    'Again',
  ]);
});

const FPS = [10, 12.5, 15, 23.976, 24, 25, 29.97, 30, 50, 59.94, 60, 120, 240];
const seconds = (text: string) => {
  const [num, den = '1'] = text.replace('s', '').split('/');
  return { num: BigInt(num!), den: BigInt(den) };
};

test.each(FPS)('no clip of a file at %d frames per second ends after its asset, at any rate', (fps) => {
  for (const duration of [0.02, 1, 5.3, 7.777, 3600.04]) {
    const file: SequenceFile = { ...interview, duration, video: { width: 640, height: 360, fps } };
    for (const rate of FRAME_RATES) {
      const clip = { file, start: duration / 3, end: duration, title: 'A', note: '', markers: [] };
      const whole = { ...clip, start: 0 };
      const last = { ...clip, start: duration };
      const xml = sequenceToFcpxml({ title: '', clips: [clip, whole, last] }, { rate: exactRate(rate) });
      const asset = seconds(/<asset id[^>]* duration="([^"]*)"/.exec(xml)![1]!);
      const clips = [...xml.matchAll(/<asset-clip[^>]*? start="([^"]*)" duration="([^"]*)"/g)];
      for (const [, start, length] of clips) {
        const [from, lasting] = [seconds(start!), seconds(length!)];
        const end = (from.num * lasting.den + lasting.num * from.den) * asset.den;
        expect(end <= asset.num * from.den * lasting.den, `${duration} s at ${rate}`).toBe(true);
        expect(from.num >= 0n && lasting.num > 0n).toBe(true);
      }
    }
  }
});

test('a story has the timecodes of its files, also in its shot lists', () => {
  const drop = { timecode: '00:59:59;28', frame_rate: 29.97, drop_frame: true, seconds: 3599.93 };
  const clock = { timecode: '10:00:00.000', frame_rate: null, drop_frame: false, seconds: 36_000 };
  const clips = [
    {
      file: { ...interview, start: drop },
      start: 1.001,
      end: 2.002,
      title: 'One',
      note: 'N',
      tags: ['Case A'],
      markers: [],
    },
    { file: { ...podcast, start: clock }, start: 1, end: 2, title: '=2+2', note: '', markers: [] },
  ];
  const timed = { title: 'Timed', clips };
  const rate = sequenceRate(timed);
  expect(rate).toEqual({ num: 30_000, den: 1001, drop: true });
  const startFrame = 24 * 107_892 - 30;
  const events = sequenceToEdl(timed, { rate, startFrame }).match(/^\d{3} .*$/gm)!;
  expect(events[0]).toContain('01:00:00;28 01:00:01;28 23:59:59;00 00:00:00;00');
  expect(events[1]).toContain('10:00:01;01 10:00:02;01 00:00:00;00 00:00:01;00');
  const csv = sequenceToCsv(timed, { rate }).split('\r\n');
  expect(csv[1]).toBe(
    '1,,One,N,Case A,Interview one.mp4,a,1.001,2.002,"01:00:00;28","01:00:01;28","01:00:00;00","01:00:01;00"',
  );
  expect(csv[2]).toContain(",'=2+2,");
  expect(JSON.parse(sequenceToJson(timed, { rate }))).toMatchObject({
    title: 'Timed',
    frame_rate: 29.97,
    drop_frame: true,
    shots: [
      { number: 1, source_in: '01:00:00;28' },
      { video: 'podcast.mp3', record_out: '01:00:02;00' },
    ],
  });
  expect(sequenceToMarkdown(timed, { rate })).toContain('1. **One** (01:00:00;00): Interview one.mp4');
  const otio = JSON.parse(sequenceToOtio(timed, { rate: exactRate(25) }));
  const [clip] = otio.tracks.children[0].children;
  // The file at its own rate, the length at that of the sequence.
  expect(clip.source_range).toMatchObject({ start_time: { value: 107_890 + 30 }, duration: { rate: 25, value: 25 } });
  expect(clip.source_range.start_time.rate).toBeCloseTo(29.97, 2);
});

test('xmeml links the tracks of a clip, and describes each file once', () => {
  const xml = sequenceToXmeml(sequence, { rate: exactRate(25), startFrame: 90_000 }).replace(/\n/g, '');
  expect(xml.match(/<file id="file-1">/g)).toHaveLength(1);
  expect(xml.match(/<track>/g)).toHaveLength(3);
  // Three clips with video; two in stereo, and one with a single channel.
  expect(xml.match(/<clipitem /g)).toHaveLength(3 + 3 + 2);
  expect(xml).toContain(
    '<linkclipref>clip-386-audio-2</linkclipref><mediatype>audio</mediatype><trackindex>2</trackindex><clipindex>2</clipindex>',
  );
  expect(xml).toContain('<string>01:00:00:00</string><frame>90000</frame>');
});
