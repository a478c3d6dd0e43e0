import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Results } from '../../src/contract/analysis/results.ts';
import { EDIT_FORMATS } from '../../src/core/formats/edit-formats.ts';
import { exactRate, FRAME_RATES, type FrameRate, frameAt } from '../../src/core/formats/frame-rate.ts';
import { multicamToFcpxml } from '../../src/core/formats/multicam/fcpxml.ts';
import { multicamToOtio, multicamToXmeml } from '../../src/core/formats/multicam/tracks.ts';
import { nativeRate, placeClips, type Sequence, type SequenceFile } from '../../src/core/formats/sequence/sequence.ts';
import { startAt } from '../../src/core/formats/timecode.ts';
import { SEQUENCE_FORMATS } from '../../src/server/stories/sequence-formats.ts';
import { tempFolder } from '../fixtures/temp.ts';

interface Facts {
  error?: string;
  start: number | null;
  duration: number;
  tracks: {
    kind: string;
    clips: {
      name: string;
      at: number;
      start: number;
      duration: number;
      available: [number, number] | null;
      url: string | null;
    }[];
  }[];
  markers: [string, number][];
}

/**
 * Reads files with OpenTimelineIO; FCPXML is validated first. @param files by name, with the rate at which EDL counts
 */
async function readBack(files: Record<string, { text: string; rate: FrameRate }>): Promise<Record<string, Facts>> {
  const folder = await tempFolder();
  for (const [name, { text }] of Object.entries(files)) await writeFile(join(folder, name), text);
  const rates = Object.fromEntries(Object.entries(files).map(([name, { rate }]) => [name, rate.num / rate.den]));
  const script = join(import.meta.dirname, 'editing/read_back.py');
  return JSON.parse(execFileSync('python3', [script, folder], { input: JSON.stringify(rates), encoding: 'utf8' }));
}

const film = { timecode: '10:00:00:00', frame_rate: 25, drop_frame: false, seconds: 36_000 };
const drop = { timecode: '00:59:59;28', frame_rate: 29.97, drop_frame: true, seconds: 3599.93 };
const clock = { timecode: '10:00:00.500', frame_rate: null, drop_frame: false, seconds: 36_000.5 };
const fileOf = (jobId: string, fps: number | null, start: SequenceFile['start'], audioChannels = 2): SequenceFile => ({
  jobId,
  name: `Ä & ${jobId}.mov`,
  url: `file:///media/${jobId}.mov`,
  duration: 9.973,
  audioChannels,
  start,
  video: fps === null ? null : { width: 1280, height: 720, fps },
});
const FILES = [
  fileOf('film', 25, film),
  fileOf('drop', 29.97, drop, 1),
  fileOf('silent', 23.976, null, 0),
  fileOf('sound', null, clock),
  fileOf('phone', 239.8, null),
  fileOf('camera', 10, film, 0),
  fileOf('half', 12.5, null),
];
const at = (start_time: number, end_time: number, content: string) => ({
  id: '1',
  module: 'ocr' as const,
  content,
  start_time,
  end_time,
  data: null,
  engine: 'e',
});
const results = ({ name, duration }: SequenceFile): Results => ({
  job_id: 'j',
  video_name: name,
  duration,
  status: 'completed',
  processing_time: 1,
  segments: [at(0, 1, 'First'), at(3.21, 3.22, 'Second <&>'), at(3.21, 4, 'Third'), at(duration, duration, 'Last')],
  moments: [{ id: 'm', start_time: 7.7, end_time: null, title: 'Moment', note: 'Note', tags: ['Tag'] }],
});
const kindsOf = ({ video, audioChannels }: SequenceFile) => [
  ...(video ? ['Video'] : []),
  ...(audioChannels > 0 ? ['Audio'] : []),
];

test.each(FILES)('findings of the file $jobId are read back at every rate', async (file) => {
  const rates = [nativeRate(file), ...FRAME_RATES.map((fps) => exactRate(fps))];
  const files = Object.fromEntries(
    rates.flatMap((rate, index) =>
      (['fcpxml', 'xmeml', 'otio'] as const).map((format) => {
        const { extension } = EDIT_FORMATS[format];
        const text = EDIT_FORMATS[format].format(results(file), file, { rate, startFrame: frameAt(3600, rate) });
        return [`${index}.${extension}`, { text, rate }];
      }),
    ),
  );
  for (const [name, facts] of Object.entries(await readBack(files))) {
    const { rate } = files[name]!;
    expect(facts.error, name).toBeUndefined();
    // The adapter of FCPXML puts a clip of video and sound on one track.
    const kinds = name.endsWith('.fcpxml') ? kindsOf(file).slice(0, 1) : kindsOf(file);
    expect([...new Set(facts.tracks.map(({ kind }) => kind))], name).toEqual(kinds);
    const frame = rate.den / rate.num;
    const { available, ...clip } = facts.tracks[0]!.clips[0]!;
    expect(Math.abs(clip.duration - file.duration), name).toBeLessThan(0.09);
    if (available) {
      expect(clip.start, name).toBeGreaterThanOrEqual(available[0] - 1e-5);
      // The adapter of xmeml counts the length of a clip in the frames of its file.
      if (!name.endsWith('.xml')) {
        expect(clip.start + clip.duration, name).toBeLessThanOrEqual(available[0] + available[1] + 1e-5);
      }
      const { frame: first, rate: counted } = startAt(file.start, file.video ? nativeRate(file) : rate);
      expect(Math.abs(available[0] - (first * counted.den) / counted.num), name).toBeLessThan(1e-4);
    }
    // The adapter of FCPXML drops markers of clips.
    if (name.endsWith('.fcpxml')) continue;
    const names = facts.markers.map(([text]) => text);
    expect(names, name).toEqual(['First', 'Second <&> · Third', 'Moment', 'Last']);
    const offsets = facts.markers.map(([, time], i) => Math.abs(time - [0, 3.21, 7.7, file.duration][i]!));
    expect(Math.max(...offsets.slice(0, 3)), name).toBeLessThanOrEqual(frame / 2 + 1e-5);
    expect(facts.markers.at(-1)![1], name).toBeLessThan(facts.duration);
  }
});

test('events are read back with a track per file', async () => {
  const angles = FILES.map((file, i) => ({ file, clock: { offset: i * 1.25, drift_ppm: 0, duration: file.duration } }));
  const multicam = { title: 'Ä & <event>', angles };
  const rate = exactRate(25);
  const settings = { rate, startFrame: 90_000 };
  const read = await readBack({
    '1.otio': { text: multicamToOtio(multicam, settings), rate },
    '1.xml': { text: multicamToXmeml(multicam, settings), rate },
  });
  for (const [name, { error, tracks }] of Object.entries(read)) {
    expect(error, name).toBeUndefined();
    expect(
      tracks.filter(({ kind }) => kind === 'Video'),
      name,
    ).toHaveLength(6);
  }
  // The adapter of FCPXML reads no multicam clips: it is validated only.
  const { error } = (await readBack({ '1.fcpxml': { text: multicamToFcpxml(multicam, settings), rate } }))['1.fcpxml']!;
  expect(error ?? '').not.toMatch(/DTD|element|attribute/i);
});

test('recordings of an event keep their places, with gaps, at every rate; one that drifts is right in its middle', async () => {
  const recordings = [
    { file: { ...fileOf('film', 25, film), duration: 60 }, offset: 0, drift_ppm: 0 },
    { file: { ...fileOf('phone', 29.97, null), duration: 20 }, offset: 4.24, drift_ppm: 0 },
    { file: { ...fileOf('sound', null, clock), duration: 3600 }, offset: 100, drift_ppm: 100 },
  ];
  const angles = recordings.map(({ file, ...place }) => ({ file, clock: { ...place, duration: file.duration } }));
  const multicam = { title: 'Three', angles };
  const files = Object.fromEntries(
    FRAME_RATES.flatMap((fps, index) => {
      const rate = exactRate(fps);
      return [
        [`${index}.otio`, { text: multicamToOtio(multicam, { rate }), rate }],
        [`${index}.xml`, { text: multicamToXmeml(multicam, { rate }), rate }],
        [`${index}.fcpxml`, { text: multicamToFcpxml(multicam, { rate }), rate }],
      ];
    }),
  );
  for (const [name, { error, tracks }] of Object.entries(await readBack(files))) {
    const { rate } = files[name]!;
    if (name.endsWith('.fcpxml')) {
      expect(error ?? '', name).not.toMatch(/DTD|element|attribute/i);
      continue;
    }
    expect(error, name).toBeUndefined();
    const clips = tracks.flatMap((track) => track.clips);
    // 100 ppm of half an hour are 180 ms.
    for (const [jobId, place] of [
      ['film', 0],
      ['phone', 4.24],
      ['sound', 100.18],
    ] as const) {
      const own = clips.filter((clip) => clip.name.includes(jobId));
      expect(own.length, name).toBeGreaterThan(0);
      for (const { at } of own) expect(Math.abs(at - place), name).toBeLessThanOrEqual(rate.den / rate.num / 2 + 1e-4);
    }
  }
});

test('markers for DaVinci Resolve are an edit decision list, with an event per marker', async () => {
  const files = Object.fromEntries(
    FILES.map((file) => {
      const rate = nativeRate(file);
      return [`${file.jobId}.edl`, { text: EDIT_FORMATS.edl.format(results(file), file, { rate }), rate }];
    }),
  );
  for (const [name, facts] of Object.entries(await readBack(files))) {
    expect(facts.error, name).toBeUndefined();
    const { rate } = files[name]!;
    const events = facts.tracks.flatMap(({ clips }) => clips);
    expect(events, name).toHaveLength(4);
    for (const { duration } of events) expect(Math.abs(duration - rate.den / rate.num), name).toBeLessThan(1e-5);
  }
});

test('stories are read back in every format, with the lengths of their clips', async () => {
  const clips = FILES.map((file) => ({
    file,
    start: 1.5,
    end: 4.2,
    title: `Part of ${file.jobId}`,
    note: 'A\nnote',
    tags: [],
    markers: [{ kind: 'moment' as const, start: 1.5, end: 4.2, name: `Part of ${file.jobId}`, note: '' }],
  }));
  const story: Sequence = { title: 'Story & more', clips };
  const rates = [exactRate(29.97, true), ...FRAME_RATES.map((fps) => exactRate(fps))];
  const files = Object.fromEntries(
    rates.flatMap((rate, index) =>
      (['edl', 'fcpxml', 'xmeml', 'otio'] as const).map((format) => {
        const { extension, write } = SEQUENCE_FORMATS[format];
        return [`${index}.${extension}`, { text: write(story, { rate }), rate }];
      }),
    ),
  );
  for (const [name, facts] of Object.entries(await readBack(files))) {
    expect(facts.error, name).toBeUndefined();
    const { rate } = files[name]!;
    const placed = placeClips(clips, rate).filter(({ file }) => file.video !== null);
    const video = facts.tracks.find(({ kind }) => kind === 'Video')!.clips;
    const named = video.filter((clip) => clip.name !== '');
    expect(named.length, name).toBe(name.endsWith('.fcpxml') ? video.length : placed.length);
    if (name.endsWith('.fcpxml')) continue;
    for (const [index, { duration }] of named.entries()) {
      expect(Math.abs(duration - (placed[index]!.frames * rate.den) / rate.num), name).toBeLessThan(1e-4);
    }
  }
});
