import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { platformTable, releaseNotes } from '../../build/release-notes.ts';

const CHANGELOG = `# Changelog

## [Unreleased]

## [1.1.0] - 2026-02-01

### Added

- Clips

## [1.0.0] - 2026-01-01

- First version
`;

describe('release notes', () => {
  test('are the section of the version', () => {
    expect(releaseNotes('v1.1.0', { version: '1.1.0' }, CHANGELOG)).toBe('### Added\n\n- Clips');
    expect(releaseNotes('v1.0.0', { version: '1.0.0' }, CHANGELOG)).toBe('- First version');
  });

  test.each([
    ['v1.1.0', '1.0.0', CHANGELOG, 'does not match'],
    ['v2.0.0', '2.0.0', CHANGELOG, 'no section'],
    ['v1.0.0', '1.0.0', '## [1.0.0]\n- First', 'no date'],
    ['v1.0.0', '1.0.0', '## [1.0.0] - 2026-01-01\n', 'no entries'],
  ])('reject tag %s of version %s', (tag, version, changelog, message) => {
    expect(() => releaseNotes(tag, { version }, changelog)).toThrow(message);
  });

  test('exist for the current version', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
    expect(releaseNotes(`v${manifest.version}`, manifest, changelog)).toContain('- ');
  });

  test('end with what works on which system, without links into the repository', () => {
    const table = platformTable(readFileSync(new URL('../../docs/platforms.md', import.meta.url), 'utf8'));
    expect(table).toMatch(/^## Systems\n\n\| System \| Missing \| Consequence \|/);
    for (const system of ['win32-x64', 'win32-arm64', 'darwin-arm64', 'darwin-x64', 'linuxmusl-x64'])
      expect(table).toContain(`\`${system}\``);
    expect(table).not.toContain('](');
    expect(() => platformTable('# Platforms')).toThrow('no table');
  });
});
