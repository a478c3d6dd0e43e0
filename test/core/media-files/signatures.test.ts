import { expect, it } from 'vitest';
import { demuxerFor, isMediaHead } from '../../../src/core/media-files/signatures.ts';

const bytes = (hex: string, length = 4096) => {
  const head = new Uint8Array(length);
  head.set(Buffer.from(hex, 'hex'));
  return head;
};
const text = (content: string) => bytes(Buffer.from(content, 'latin1').toString('hex'));

it.each([
  ['Wave64', bytes('726966662e91cf11a5d628db04c10000'), 'w64'],
  ['RF64', text('RF64\xff\xff\xff\xffWAVEds64'), 'wav'],
  ['BW64', text('BW64\xff\xff\xff\xffWAVEds64'), 'wav'],
  ['AU', text('.snd\0\0\0\x18'), 'au'],
  ['AIFF-C', text('FORM\0\0\0\0AIFC'), 'aiff'],
  ['raw DV of PAL', bytes('1f0700bf'), 'dv'],
  ['raw DV of NTSC', bytes('1f07003f'), 'dv'],
  ['GXF', bytes('0000000001bc0000004c00000000e1e2'), 'gxf'],
  ['WavPack', text('wvpk'), 'wv'],
  ['Monkey’s Audio', text('MAC \x96\x0f'), 'ape'],
  ['True Audio', text('TTA1\x01'), 'tta'],
  ['AMR-WB', text('#!AMR-WB\n'), 'amr'],
  ['NUT', text('nut/multimedia container\0'), 'nut'],
  ['YUV4MPEG', text('YUV4MPEG2 W160'), 'yuv4mpegpipe'],
  ['WTV', bytes('b7d800203749da11a64e0007e95ead8d'), 'wtv'],
  ['a digital recorder of Dahua', text('DHAV\xfd'), 'dhav'],
])('recognizes %s', (_, head, demuxer) => {
  expect(demuxerFor(head)).toBe(demuxer);
  expect(isMediaHead(head)).toBe(true);
});

/** Frames that begin with `header`, each `length` bytes long. */
const frames = (header: string, length: number) => {
  const head = new Uint8Array(4096);
  for (let at = 0; at + 8 < head.length; at += length) head.set(Buffer.from(header, 'hex'), at);
  return head;
};

it.each([
  ['MP3', frames('fffb9000', 417), 'mp3'],
  ['MPEG-2 layer III', frames('fff36000', 156), 'mp3'],
  ['MP2', frames('fffda400', 576), 'mp3'],
  ['layer I', frames('fffe5400', 160), 'mp3'],
  ['ADTS', frames('fff15080202c', 257), 'aac'],
])('recognizes %s by two frames', (_, head, demuxer) => {
  expect(demuxerFor(head)).toBe(demuxer);
  head.fill(0, 64);
  expect(demuxerFor(head)).toBeUndefined();
});

it.each([
  ['a HEIC picture', text('\0\0\0\x18ftypheic')],
  ['an AVIF picture', text('\0\0\0\x18ftypavif')],
  ['UTF-16 text', bytes('fffe41004200430044')],
  ['JPEG', bytes('ffd8ffe000104a464946')],
  ['HTML', text('<!doctype html><title>clip.mp4</title>')],
  ['TypeScript', text('import { GGGG } from "node:fs";')],
  ['SubRip', text('1\r\n00:00:01,000 --> 00:00:02,000\r\nHello')],
  ['an HLS playlist', text('#EXTM3U\n#EXTINF:1,\na.ts')],
  ['nothing', new Uint8Array(0)],
])('takes %s for no media', (_, head) => {
  expect(isMediaHead(head)).toBe(false);
});
