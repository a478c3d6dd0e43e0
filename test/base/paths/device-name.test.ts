import { expect, it } from 'vitest';
import { avoidDeviceName } from '../../../src/base/paths/device-name.ts';

it.each(['CON', 'aux', 'nul.mp4', 'COM1', 'lpt9.tar.gz', 'COM¹', 'conin$', 'prn .txt'])(
  'avoids the device %s',
  (name) => {
    expect(avoidDeviceName(name)).toBe(`_${name}`);
  },
);

it.each(['console', 'auxiliary', 'com', 'COM10', 'nuls.mp4', '', 'my con'])('leaves %j', (name) => {
  expect(avoidDeviceName(name)).toBe(name);
});
