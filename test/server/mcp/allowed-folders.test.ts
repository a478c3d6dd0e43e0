import { expect, test, vi } from 'vitest';
import { namedFile } from '../../../src/server/mcp/allowed-folders.ts';

const asked = vi.hoisted(() => [] as string[]);
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  realpath: async (path: string) => {
    asked.push(path);
    return path;
  },
}));

test.each(['//attacker/share/a.mp4', '\\\\attacker\\share\\a.mp4', '\\\\?\\UNC\\attacker\\share\\a.mp4'])(
  'another machine is not asked for %s before its user agrees',
  async (path) => {
    asked.length = 0;
    expect((await namedFile(path, ['/videos', '//nas/videos'])).isAllowed).toBe(false);
    expect(asked).toEqual([]);
  },
);
