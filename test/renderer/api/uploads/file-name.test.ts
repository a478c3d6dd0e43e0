import { expect, it } from 'vitest';
import { fileName } from '../../../../src/renderer/api/uploads/file-name.ts';

it('takes the name from the path where the file states none', () => {
  expect(fileName(new File([], ''), '/home/ana/Übung 語.mp4')).toBe('Übung 語.mp4');
  expect(fileName(new File([], 'a.mp4'), '/home/ana/b.mp4')).toBe('a.mp4');
  expect(fileName(new File([], ''))).toBe('');
});
