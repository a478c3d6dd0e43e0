import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { expect, it } from 'vitest';
import { LINK_SCHEME, OPENED_EXTENSIONS } from '../../src/main/policies/launch.ts';
import { extendedTest } from '../fixtures/extended.ts';

const ROOT = join(import.meta.dirname, '../..');
const { getConfig, validateConfiguration } = createRequire(import.meta.url)(
  'app-builder-lib/out/util/config/config',
) as {
  getConfig(root: string, file: null, given: null): Promise<Configuration>;
  /** Throws the errors of electron-builder's schema. */
  validateConfiguration(config: Configuration, log: { add(): void; isEnabled: boolean }): Promise<void>;
};
const log = { add: () => {}, isEnabled: false };

extendedTest('is a valid configuration of electron-builder', async () => {
  const config = await getConfig(ROOT, null, null);
  await validateConfiguration(config, log);
  await expect(validateConfiguration({ ...config, asarr: true } as Configuration, log)).rejects.toThrow('asarr');
});

it('builds installers for three systems, with link scheme and file associations', async () => {
  const { linux, mac, win, protocols } = await getConfig(ROOT, null, null);
  expect([linux?.target, mac?.target, win?.target]).toEqual([['AppImage', 'deb'], ['dmg'], ['nsis']]);
  expect(protocols).toEqual([{ name: 'Reelscope', schemes: [LINK_SCHEME] }]);
  expect(linux?.mimeTypes).toEqual(expect.arrayContaining(['video/mp4', 'video/x-matroska', 'audio/mpeg']));
  const endings = [mac?.fileAssociations ?? []].flat().flatMap(({ ext }) => ext);
  expect(endings).toEqual(expect.arrayContaining(['mp4', 'mov', 'mkv', 'webm', 'avi']));
  for (const ending of endings) expect(OPENED_EXTENSIONS).toContain(ending);
});

it('signs again after setting fuses, and asks for the local network with a reason', async () => {
  const { mac, electronFuses } = await getConfig(ROOT, null, null);
  expect(electronFuses?.resetAdHocDarwinSignature).toBe(true);
  expect(mac?.identity).toBe('-');
  expect(mac?.extendInfo).toMatchObject({ NSLocalNetworkUsageDescription: expect.stringMatching(/local network/) });
});
