import { expect, test } from 'vitest';
import { requiredConversion } from '../../../src/core/media-files/playability.ts';

const yuv = 'yuv420p';
const facts = (container: string, video: string | null, audio: string | null, pixelFormat = yuv) => ({
  container,
  video: video === null ? null : { codec: video, pixelFormat },
  audio: audio === null ? null : { codec: audio },
});

test.each([
  ['MP4 with H.264 and AAC', facts('mov', 'h264', 'aac'), 'a.mp4', 'none'],
  ['silent MP4', facts('mov', 'h264', null), 'a.mp4', 'none'],
  ['WebM', facts('matroska', 'vp9', 'opus'), 'a.webm', 'none'],
  ['MP3', facts('mp3', null, 'mp3'), 'a.mp3', 'none'],
  ['plain WAV', facts('wav', null, 'pcm_s16le'), 'a.wav', 'none'],
  ['Matroska with H.264', facts('matroska', 'h264', 'aac'), 'a.mkv', 'copy_video'],
  ['Matroska that calls itself WebM', facts('matroska', 'h264', 'aac'), 'a.webm', 'copy_video'],
  ['VP9 in Matroska', facts('matroska', 'vp9', 'opus'), 'a.mkv', 'encode'],
  ['PCM in MOV', facts('mov', 'h264', 'pcm_s16le'), 'a.mov', 'copy_video'],
  ['AC-3 in MP4', facts('mov', 'h264', 'ac3'), 'a.mp4', 'copy_video'],
  ['a transport stream', facts('mpegts', 'h264', 'aac'), 'a.ts', 'encode'],
  ['10-bit H.264', facts('mov', 'h264', 'aac', 'yuv420p10le'), 'a.mp4', 'encode'],
  ['H.264 in AVI, which has no times', facts('avi', 'h264', 'mp3'), 'a.avi', 'encode'],
  ['HEVC', facts('mov', 'hevc', 'aac'), 'a.mov', 'encode'],
  ['ProRes', facts('mov', 'prores', 'pcm_s16le', 'yuv422p10le'), 'a.mov', 'encode'],
  ['AV1', facts('mov', 'av1', 'aac'), 'a.mp4', 'encode'],
  ['MPEG-2', facts('mpeg', 'mpeg2video', 'mp2'), 'a.mpg', 'encode'],
  ['Ogg sound', facts('ogg', null, 'vorbis'), 'a.ogg', 'encode'],
] as const)('%s', (_, known, fileName, need) => {
  expect(requiredConversion(known, fileName)).toBe(need);
});
