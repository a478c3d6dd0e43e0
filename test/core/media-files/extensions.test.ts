import { expect, it } from 'vitest';
import { nameKind } from '../../../src/core/media-files/extensions.ts';

it.each([
  'a.mp4',
  'A.MOV',
  'x.qta',
  'x.m4b',
  'x.oga',
  'x.m2t',
  'x.lrv',
  'x.3g2',
  'x.amr',
  'tape.DV',
  'x.w64',
  'dir.txt/x.tod',
  'C:\\dir.txt\\x.gxf',
  'x.dvr-ms',
  '.hidden.mkv',
  'a.b.y4m',
])('%s is media by its name', (name) => {
  expect(nameKind(name)).toBe('media');
});

it.each([
  ['photo.HEIC', 'other'],
  ['clip.srt', 'other'],
  ['list.m3u8', 'other'],
  ['clip.mp4.part', 'unfinished'],
  ['Unconfirmed 1.crdownload', 'unfinished'],
  ['program.ts', 'unknown'],
  ['go.mod', 'unknown'],
  ['MVI_0001', 'unknown'],
  ['.mp4', 'unknown'],
  ['clips.mp4/MVI_0001', 'unknown'],
  ['clip.', 'unknown'],
])('%s is %s', (name, kind) => {
  expect(nameKind(name)).toBe(kind);
});
