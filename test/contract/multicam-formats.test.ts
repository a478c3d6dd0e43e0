import { expect, test } from 'vitest';
import { multicamToFcpxml } from '../../src/core/formats/multicam/fcpxml.ts';
import { type Multicam, multicamRate, placeAngles } from '../../src/core/formats/multicam/multicam.ts';
import { multicamToOtio, multicamToXmeml } from '../../src/core/formats/multicam/tracks.ts';

const fileOf = (jobId: string, duration: number, fps: number | null, audioChannels = 2) => ({
  jobId,
  name: `${jobId} & co.mov`,
  duration,
  audioChannels,
  start: null,
  video: fps === null ? null : { width: 1280, height: 720, fps },
});
const angle = (file: ReturnType<typeof fileOf>, offset: number, drift_ppm = 0) => ({
  file,
  clock: { offset, drift_ppm, duration: file.duration },
});
const multicam: Multicam = {
  title: 'Harbor <live>',
  angles: [
    angle(fileOf('camera', 20, 25), 0),
    angle(fileOf('phone', 19.75, 30), 4.24),
    angle(fileOf('recorder', 3600, null, 1), 0, 100),
  ],
};
const rate = multicamRate(multicam);

test('whole files lie on frames of the event, those that drift in sync in their middle', () => {
  expect(rate).toEqual({ num: 25, den: 1 });
  const placed = placeAngles(multicam, { rate });
  // 100 ppm of half an hour are 180 ms.
  expect(placed.map(({ recordFrame, frames }) => [recordFrame, frames])).toEqual([
    [0, 500],
    [106, 494],
    [5, 90_000],
  ]);
});

test('FCPXML has a multicam clip with an angle per file', () => {
  const text = multicamToFcpxml(multicam, { rate, startFrame: 90_000 });
  expect(text.match(/<mc-angle name="[^"]*" angleID="[^"]*">/g)).toEqual([
    '<mc-angle name="camera &amp; co.mov" angleID="angle-1">',
    '<mc-angle name="phone &amp; co.mov" angleID="angle-2">',
    '<mc-angle name="recorder &amp; co.mov" angleID="angle-3">',
  ]);
  expect(text).toContain('<gap name="Gap" offset="90000/25s" duration="106/25s"/>');
  expect(text).toMatch(
    /<asset-clip ref="r5" offset="90106\/25s" name="phone &amp; co.mov" start="0s" duration="494\/25s"/,
  );
  expect(text).toContain('<mc-clip ref="r8" offset="90000/25s" name="Harbor &lt;live&gt;"');
  expect(text).toContain('<mc-source angleID="angle-1" srcEnable="all"/>');
  // A recorder comes first, which has no picture.
  const recorderFirst = { ...multicam, angles: multicam.angles.toReversed() };
  expect(multicamToFcpxml(recorderFirst, { rate }).match(/<mc-source .*>/g)).toEqual([
    '<mc-source angleID="angle-2" srcEnable="video"/>',
    '<mc-source angleID="angle-1" srcEnable="audio"/>',
  ]);
});

test('a sequence is upright if most of it is', () => {
  const sized = (width: number, height: number, duration: number) =>
    angle({ ...fileOf(`${width}`, duration, 25), video: { width, height, fps: 25 } }, 0);
  const [phone, cameras] = [sized(1080, 1920, 60), [sized(1280, 720, 40), sized(720, 576, 40)]];
  const sizeOf = (angles: Multicam['angles']) => [
    /<format id="r1" .* (width=".*)\/>/.exec(multicamToFcpxml({ title: '', angles }, { rate }))?.[1],
    /<width>(\d+)<\/width>/.exec(multicamToXmeml({ title: '', angles }, { rate }))?.[1],
  ];
  expect(sizeOf([phone, ...cameras])).toEqual(['width="1280" height="720"', '1280']);
  expect(sizeOf([phone, cameras[0]!])).toEqual(['width="1080" height="1920"', '1080']);
});

test('OpenTimelineIO and xmeml have tracks per file, with gaps', () => {
  const { tracks } = JSON.parse(multicamToOtio(multicam, { rate }));
  type Child = { OTIO_SCHEMA: string; source_range: { duration: { value: number } } };
  const found = tracks.children.map(({ kind, children }: { kind: string; children: Child[] }) => [
    kind,
    ...children.map(({ OTIO_SCHEMA, source_range }) => [OTIO_SCHEMA.split('.')[0], source_range.duration.value]),
  ]);
  expect(found).toEqual([
    ['Video', ['Clip', 500]],
    ['Video', ['Gap', 106], ['Clip', 494]],
    ['Audio', ['Clip', 500]],
    ['Audio', ['Gap', 106], ['Clip', 494]],
    ['Audio', ['Gap', 5], ['Clip', 90_000]],
  ]);
  const text = multicamToXmeml(multicam, { rate });
  const clips = text.split('<clipitem id="').slice(1);
  const starts = clips.map((clip) => [clip.slice(0, clip.indexOf('"')), /<start>(\d+)<\/start>/.exec(clip)![1]]);
  expect(starts).toEqual([
    ['clip-0-video-1', '0'],
    ['clip-106-video-2', '106'],
    ['clip-0-audio-1', '0'],
    ['clip-0-audio-2', '0'],
    ['clip-106-audio-3', '106'],
    ['clip-106-audio-4', '106'],
    ['clip-5-audio-5', '5'],
  ]);
});
