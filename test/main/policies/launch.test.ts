import { describe, expect, it } from 'vitest';
import { parseArguments, parseLink } from '../../../src/main/policies/launch.ts';

const ID = '0193a5c2-7f00-7000-8000-000000000000';

describe('reelscope links', () => {
  it('open a video, optionally at a time', () => {
    expect(parseLink(`reelscope://video/${ID}`)).toEqual({ kind: 'video', jobId: ID, time: null });
    expect(parseLink(`reelscope://video/${ID}?t=12.5`)).toEqual({ kind: 'video', jobId: ID, time: 12.5 });
  });

  it.each([
    'reelscope://import?path=/etc/passwd',
    `reelscope://video/${ID}/../../settings`,
    `reelscope://video/${ID}?t=-1`,
    `reelscope://video/${ID}?t=1&x=2`,
    `reelscope://video/${ID}#token=abc`,
    `https://video/${ID}`,
    `reelscope://video/${ID}${' '.repeat(300)}`,
  ])('ignore %s', (link) => {
    expect(parseLink(link)).toBeUndefined();
  });
});

it('extracts media files and links from arguments, relative to the folder of the launch', () => {
  const argv = [
    'reelscope',
    '.',
    '--flag=a.mp4',
    'notes.txt',
    'a.mp4',
    '/b/c.MOV',
    `reelscope://video/${ID}`,
    'reelscope://x',
  ];
  expect(parseArguments(argv, '/home/me')).toEqual([
    { kind: 'import', path: '/home/me/a.mp4' },
    { kind: 'import', path: '/b/c.MOV' },
    { kind: 'video', jobId: ID, time: null },
  ]);
});

it.each(['DV', 'qta', 'm2t', 'mts', 'ts', 'w64', 'reelscope'])('opens .%s files', (ending) => {
  expect(parseArguments(['app', `/b/c.${ending}`], '/')).toEqual([{ kind: 'import', path: `/b/c.${ending}` }]);
});
