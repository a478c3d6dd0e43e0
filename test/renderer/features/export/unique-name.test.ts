import { expect, it } from 'vitest';
import { uniqueName } from '../../../../src/renderer/features/export/unique-name.ts';

it('names exports so that Windows can unpack them', () => {
  const taken = new Set<string>();
  expect(uniqueName('aux', 'srt', taken)).toBe('_aux.srt');
  expect(uniqueName('AUX', 'srt', taken)).toBe('_AUX (2).srt');
  expect(uniqueName('a: b / c?.', 'srt', taken)).toBe('a- b - c-.srt');
});
