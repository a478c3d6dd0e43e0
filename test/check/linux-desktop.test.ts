import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');
const builder = readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8');

it('gives window, desktop file, and AppStream metadata of Linux one name', () => {
  const appId = /^appId: (.+)$/m.exec(builder)?.[1];
  expect(manifest.desktopName).toBe(`${appId}.desktop`);
  expect(builder).toMatch(/^ {2}syncDesktopName: true$/m);
  const metadata = readFileSync(join(ROOT, `resources/linux/${appId}.metainfo.xml`), 'utf8');
  expect(metadata).toContain(`<id>${appId}</id>`);
  expect(metadata).toContain(`<launchable type="desktop-id">${manifest.desktopName}</launchable>`);
  expect(metadata).toContain(`<release version="${manifest.version}"`);
});

it('redefines no type of files for the whole system on Linux', () => {
  const linux = /^linux:\n((?: .*\n)+)/m.exec(builder)?.[1];
  expect(linux).toContain('mimeTypes:');
  expect(linux).not.toMatch(/^ {2}fileAssociations:/m);
  expect(builder).not.toContain('mimeType:');
});
