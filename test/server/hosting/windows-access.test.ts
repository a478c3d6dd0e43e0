import { expect, it } from 'vitest';
import { closeWindowsFolder, type WindowsSession } from '../../../src/server/hosting/windows-access.ts';

/** A session that records the programs it runs. */
function session(...codes: number[]): { ran: string[][]; session: WindowsSession } {
  const ran: string[][] = [];
  const env = { USERNAME: 'jörg', USERDOMAIN: 'OFFICE', SystemRoot: 'C:\\Windows' };
  const run = (program: string, args: readonly string[]) => {
    ran.push([program, ...args]);
    return codes.shift() ?? 0;
  };
  return { ran, session: { env, home: 'C:\\Users\\jörg', run } };
}

it('leaves a folder of the profile alone, which is private', () => {
  const { ran, session: windows } = session();
  expect(closeWindowsFolder('C:\\Users\\jörg\\AppData\\Local\\Reelscope', windows)).toBe(true);
  expect(ran).toEqual([]);
});

it('grants access to the user before it ends that of others', () => {
  const { ran, session: windows } = session();
  expect(closeWindowsFolder('D:\\Library', windows)).toBe(true);
  const icacls = 'C:\\Windows\\System32\\icacls.exe';
  expect(ran).toEqual([
    [
      icacls,
      'D:\\Library',
      '/grant:r',
      'OFFICE\\jörg:(OI)(CI)F',
      '/grant:r',
      '*S-1-5-18:(OI)(CI)F',
      '/grant:r',
      '*S-1-5-32-544:(OI)(CI)F',
    ],
    [icacls, 'D:\\Library', '/inheritance:r'],
  ]);
});

it('keeps the access of others, and reports it, if that of the user could not be granted', () => {
  for (const code of [1332, 1]) {
    const { ran, session: windows } = session(code);
    expect(closeWindowsFolder('E:\\exfat\\Library', windows)).toBe(false);
    expect(ran).toHaveLength(1);
  }
});

it.each(['D:\\', 'C:\\Users\\jörg2\\Library'])('does not take %s for a folder of the profile', (folder) => {
  const { ran, session: windows } = session(5);
  expect(closeWindowsFolder(folder, windows)).toBe(false);
  expect(ran).toHaveLength(folder === 'D:\\' ? 0 : 1);
});
