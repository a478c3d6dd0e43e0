import { expect, it } from 'vitest';
import { isSystemFile, isSystemFolder } from '../../../src/core/media-files/system-files.ts';

it.each([
  '@eaDir',
  '@EADIR',
  '#recycle',
  '#Snapshot',
  '@Recycle',
  '$RECYCLE.BIN',
  '$Recycle.Bin',
  'system volume information',
  'lost+found',
  '.Trashes',
  '.Trash-1000',
  '.Spotlight-V100',
  '__MACOSX',
  'FOUND.007',
  '~snapshot',
  '.zfs',
])('%s is a folder of a system', (name) => {
  expect(isSystemFolder(name)).toBe(true);
});

it.each(['recycle', 'eaDir', 'Recycle center', 'found.mp4', '.Trash-can', 'System', 'snapshot', 'Thumbs.db'])(
  '%s is a folder of a user',
  (name) => {
    expect(isSystemFolder(name)).toBe(false);
  },
);

it.each(['Thumbs.db', 'THUMBS.DB', 'desktop.ini', '.DS_Store', '._clip.mp4', 'clip.mp4@SynoEAStream'])(
  '%s is a file of a system',
  (name) => {
    expect(isSystemFile(name)).toBe(true);
  },
);

it.each(['clip.mp4', '_clip.mp4', 'desktop.mp4', '@eaDir'])('%s is a file of a user', (name) => {
  expect(isSystemFile(name)).toBe(false);
});
