import { expect, test } from 'vitest';
import { hasChanged, signatureOf } from '../../../src/modules/ocr/picture-signature.ts';
import { grain, solid } from '../../fixtures/pictures.ts';
import { drawText } from '../../models/ocr/bitmap-text.ts';

const still = (picture: { width: number; height: number; rgb: Uint8Array }) => ({ ...picture, time: 0 });

test('changes with small print, not with grain', async () => {
  const before = signatureOf(still(grain(1280, 720, 1, 128, 16)));
  expect(hasChanged(before, signatureOf(still(grain(1280, 720, 2, 128, 16))))).toBe(false);
  const printed = await drawText(grain(1280, 720, 2, 128, 16), [{ text: 'PAGE 14', x: 900, y: 650, size: 12 }]);
  expect(hasChanged(before, signatureOf(still(printed)))).toBe(true);
});

test('compares the requested area only', async () => {
  const plain = solid(640, 360, [90, 90, 90]);
  const before = signatureOf(still(plain));
  const after = signatureOf(still(await drawText(plain, [{ text: 'NEWS', x: 20, y: 300, size: 30 }])));
  expect(hasChanged(before, after, { x: 0, y: 0, width: 1, height: 0.5 })).toBe(false);
  expect(hasChanged(before, after, { x: 0, y: 0.5, width: 0.5, height: 0.5 })).toBe(true);
});

test('accepts frames of any size', () => {
  for (const [width, height] of [
    [1, 1],
    [50, 700],
    [161, 91],
  ] as const) {
    const signature = signatureOf(still(solid(width, height, [200, 200, 200])));
    expect(hasChanged(signature, signature)).toBe(false);
    expect(Math.max(...signature)).toBe(200);
  }
});
