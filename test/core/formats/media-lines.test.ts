import { expect, test } from 'vitest';
import type { AudioTrack, MediaTracks, TrackUse } from '../../../src/contract/library/tracks.ts';
import { toMarkdown } from '../../../src/core/formats/markdown.ts';
import { coverageText, trackLines } from '../../../src/core/formats/media-lines.ts';

const audio = (number: number, more: Partial<AudioTrack>): AudioTrack => ({
  number,
  codec: 'aac',
  language: null,
  title: null,
  is_default: false,
  is_decodable: true,
  sample_rate: 48_000,
  channels: 1,
  role: 'dialogue' as const,
  ...more,
});
const tracks: MediaTracks = {
  audio: [
    audio(1, { language: 'deu' }),
    audio(2, { channels: 2, role: 'music_effects', title: 'M&E' }),
    audio(3, { is_decodable: false }),
  ],
  video: [
    {
      number: 1,
      codec: 'h264',
      language: null,
      title: null,
      is_default: true,
      is_decodable: true,
      width: 160,
      height: 90,
      frame_rate: 25,
    },
  ],
};
const use: TrackUse = {
  audio: [
    { number: 1, state: 'heard' },
    { number: 2, state: 'unheard' },
    { number: 3, state: 'undecodable' },
  ],
  video: 1,
};
const coverage = {
  module: 'transcription',
  findings: 2,
  start_time: 0,
  end_time: 200,
  engine: null,
  error: null,
} as const;

test('lists tracks with what was analyzed', () => {
  expect(trackLines(tracks, use).map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'Video 1: H.264 160x90',
    'Audio 1: AAC 48000 Hz, 1 channel, deu, analyzed',
    'Audio 2: AAC 48000 Hz, 2 channels, M&E, music and effects, not analyzed',
    'Audio 3: AAC 48000 Hz, 1 channel, can’t be decoded',
  ]);
  expect(trackLines(tracks, null).at(-1)!.text).toBe('AAC 48000 Hz, 1 channel, can’t be decoded');
});

test('states how far a type was analyzed', () => {
  expect(coverageText({ ...coverage, status: 'completed' })).toBe('completed, 2 findings');
  expect(coverageText({ ...coverage, status: 'partial' })).toBe('incomplete, 2 findings up to 3:20');
  expect(coverageText({ ...coverage, status: 'preview', findings: 1 })).toBe('key frames only, 1 finding');
  expect(coverageText({ ...coverage, status: 'not_run' })).toBe('not analyzed');
});

test('Markdown has both', () => {
  const markdown = toMarkdown({
    job_id: 'j',
    video_name: 'a',
    duration: 300,
    status: 'completed',
    processing_time: 1,
    segments: [],
    tracks: { ...tracks, use },
    analysis: [
      { ...coverage, status: 'partial' },
      { ...coverage, module: 'ocr', status: 'completed' },
      { ...coverage, module: 'logos', status: 'not_run' },
    ],
  });
  expect(markdown).toContain('Not analyzed in full: Speech (incomplete, 2 findings up to 3:20), Brands.');
  expect(markdown).toContain(
    '## Tracks\n\n- Video 1: H.264 160x90\n- Audio 1: AAC 48000 Hz, 1 channel, deu, analyzed\n',
  );
});
