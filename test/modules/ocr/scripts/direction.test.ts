import { expect, test } from 'vitest';
import { isRightToLeft } from '../../../../src/modules/ocr/scripts/direction.ts';

test('knows lines that are read from right to left by most of their letters', () => {
  expect(isRightToLeft('مرحبا بكم في BBC')).toBe(true);
  expect(isRightToLeft('חדשות 2026')).toBe(true);
  expect(isRightToLeft('Welcome to عمان')).toBe(false);
  expect(isRightToLeft('2026')).toBe(false);
});
