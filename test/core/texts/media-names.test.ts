import { expect, test } from 'vitest';
import { codecName, containerName } from '../../../src/core/texts/media-names.ts';

test.each([
  ['h264', 'H.264'],
  ['hevc', 'H.265 (HEVC)'],
  ['pcm_s16le', 'PCM'],
  ['aac', 'AAC'],
  ['cook', 'COOK'],
  ['adpcm_ms', 'ADPCM MS'],
])('names the codec %s %s', (codec, name) => {
  expect(codecName(codec)).toBe(name);
});

test.each([
  ['mov', 'a.mp4', 'MP4'],
  ['mov,mp4,m4a,3gp,3g2,mj2', 'a.MOV', 'QuickTime'],
  ['mov', 'voice.m4a', 'M4A'],
  ['mov', 'a.bin', 'MP4'],
  ['matroska', 'a.webm', 'WebM'],
  ['matroska,webm', 'a.mkv', 'Matroska'],
  ['mpegts', 'a.mov', 'MPEG transport stream'],
  ['avi', 'a.avi', 'AVI'],
  ['flac', '', 'FLAC'],
])('names the container %s of %s %s', (demuxer, file, name) => {
  expect(containerName(demuxer, file)).toBe(name);
});
