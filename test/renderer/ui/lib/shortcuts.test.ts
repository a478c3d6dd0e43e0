import { beforeAll, expect, test, vi } from 'vitest';

let comboOf: typeof import('../../../../src/renderer/ui/lib/shortcuts.ts').comboOf;
beforeAll(async () => {
  vi.stubGlobal('navigator', { platform: 'Linux', languages: ['en'] });
  ({ comboOf } = await import('../../../../src/renderer/ui/lib/shortcuts.ts'));
});

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) =>
  comboOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });

test('names keys like the bindings', () => {
  expect(press(' ')).toBe('space');
  expect(press('K', { ctrlKey: true })).toBe('mod+k');
  expect(press('k', { metaKey: true })).toBe('mod+k');
  expect(press('ArrowLeft', { shiftKey: true })).toBe('shift+arrowleft');
  expect(press('J', { shiftKey: true })).toBe('shift+j');
});

test('omits Shift from a character that requires it', () => {
  expect(press('?', { shiftKey: true })).toBe('?');
  expect(press('+', { shiftKey: true })).toBe('+');
});
