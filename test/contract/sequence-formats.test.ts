import { expect, test } from 'vitest';
import { exactRate } from '../../src/contract/formats/frame-rate.ts';
import { sequenceToEdl } from '../../src/contract/formats/sequence/edl.ts';
import { sequenceToFcpxml } from '../../src/contract/formats/sequence/fcpxml.ts';
import { sequenceToOtio } from '../../src/contract/formats/sequence/otio.ts';
import {
  placeClips,
  type Sequence,
  type SequenceFile,
  sequenceRate,
} from '../../src/contract/formats/sequence/sequence.ts';

const interview: SequenceFile = {
  ...{ jobId: 'a', name: 'Interview one.mp4', duration: 100, hasAudio: true },
  video: { width: 1920, height: 1080, fps: 29.97 },
};
const phone: SequenceFile = {
  ...{ jobId: 'b', name: 'phone & clip.mov', duration: 20, hasAudio: false },
  video: { width: 720, height: 1280, fps: 25 },
};
const podcast: SequenceFile = { jobId: 'c', name: 'podcast.mp3', duration: 3600, video: null, hasAudio: true };
const sequence: Sequence = {
  title: 'Case "12"',
  clips: [
    { file: interview, start: 1.5, end: 12.2, title: 'First <words>', note: 'One.\nTwo.', heading: 'Opening' },
    { file: phone, start: 0.3, end: 4.1, title: 'Phone', note: '' },
    { file: podcast, start: 3599, end: 3600, title: '', note: '' },
    { file: interview, start: 50, end: 55, title: 'Again', note: '' },
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
  const lines = sequenceToEdl(sequence, exactRate(25)).split('\r\n');
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
  const xml = sequenceToFcpxml(sequence, exactRate(25));
  expect(xml.match(/<asset /g)).toHaveLength(3);
  expect(xml).toContain('<format id="r2" frameDuration="1001/30000s" width="1920" height="1080"/>');
  // Positions count frames of the sequence, starts those of the file.
  expect(xml).toContain(
    '<asset-clip ref="r3" offset="0s" name="First &lt;words&gt;" start="45045/30000s" duration="267/25s" tcFormat="NDF">',
  );
  expect(xml).toContain('<chapter-marker start="45045/30000s" duration="1001/30000s" value="Opening"');
  expect(xml.match(/<conform-rate/g)).toHaveLength(2);
  expect(xml).toContain('<sequence format="r1" duration="511/25s"');
});

test('OTIO fills tracks with gaps where a file has no such stream', () => {
  const { tracks, name } = JSON.parse(sequenceToOtio(sequence, exactRate(25)));
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
    'Opening',
    'First <words>',
    'Phone',
    'Again',
  ]);
});
