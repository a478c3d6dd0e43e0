import { expect, it } from 'vitest';
import { currentSystem } from '../../../../src/renderer/ui/lib/system.ts';

it.each([
  ['Win32', 'windows'],
  ['MacIntel', 'mac'],
  ['Linux x86_64', 'other'],
  ['iPhone', 'other'],
])('takes %s for %s', (platform, system) => {
  expect(currentSystem(platform)).toBe(system);
});
