import { describe, expect, it } from 'vitest';
import { type WatchFolder, WatchRules } from '../../../../../src/contract/library/watch-folders.ts';
import {
  draftOf,
  modulesOf,
  problemsOf,
  rulesOf,
} from '../../../../../src/renderer/features/settings/watch-folders/folder-draft.ts';
import { folderName, pathInFolder } from '../../../../../src/renderer/features/settings/watch-folders/folder-name.ts';

const fresh = draftOf(undefined);

describe('draft of a watch folder', () => {
  it('has the rules that the server has without any', () => {
    expect(rulesOf(fresh)).toEqual(WatchRules.parse({}));
  });

  it('keeps all rules of a folder', () => {
    const rules: WatchRules = {
      recursive: false,
      polling: true,
      name_pattern: '*.mp4',
      min_bytes: 1_500_000,
      max_bytes: 2e9,
      max_age_days: 0.5,
      stable_seconds: 30,
      modules: ['ocr'],
      depth: 'preview',
      mode: 'reference',
    };
    const folder = { ...rules, path: '/footage', project_id: '3' } as WatchFolder;
    expect(draftOf(folder)).toMatchObject({ min: '1.5', max: '2000', age: '0.5', stable: '30', projectId: '3' });
    expect(rulesOf(draftOf(folder))).toEqual(rules);
  });

  it.each([
    [{ min: 'ten' }, { min: 'number' }],
    [{ age: '40000' }, { age: 'number' }],
    [{ stable: '' }, { stable: 'required' }],
    [{ stable: '1.5' }, { stable: 'required' }],
    [{ min: '10', max: '5' }, { max: 'order' }],
    [{ min: '0,5', max: '' }, {}],
  ])('checks %j', (change, problems) => {
    expect(problemsOf({ ...fresh, ...change })).toEqual(problems);
  });

  it('has the types that a first look finds', () => {
    const chosen = { ...fresh, modules: ['transcription', 'ocr'] as const };
    expect(modulesOf({ ...chosen, depth: 'preview' })).toEqual(['ocr']);
    expect(modulesOf({ ...chosen, depth: 'full' })).toEqual(['transcription', 'ocr']);
  });
});

describe('names', () => {
  it.each([
    ['/home/ana/Footage', 'Footage'],
    ['/mnt', 'mnt'],
    ['/', '/'],
    ['D:\\Footage\\Cam 1', 'Cam 1'],
    ['D:\\', 'D:\\'],
    ['\\\\nas\\cam', 'cam'],
  ])('%s is %s', (path, name) => {
    expect(folderName(path)).toBe(name);
  });

  it('are paths from the folder on', () => {
    expect(pathInFolder('/footage', '/footage/day 1/a.mp4')).toBe('day 1/a.mp4');
    expect(pathInFolder('D:\\', 'D:\\a.mp4')).toBe('a.mp4');
  });
});
