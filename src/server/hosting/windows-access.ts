import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { win32 } from 'node:path';

/** Surroundings that decide on the access to a folder on Windows; replaced in tests. */
export interface WindowsSession {
  env: NodeJS.ProcessEnv;
  home: string;
  /** Runs a program. @returns its exit code; null if it could not run */
  run(program: string, args: readonly string[]): number | null;
}

const here = (): WindowsSession => ({
  env: process.env,
  home: homedir(),
  run: (program, args) => spawnSync(program, args, { windowsHide: true, stdio: 'ignore', timeout: 10_000 }).status,
});

/** Accounts besides the user's: the system and administrators, by their identifiers, since names are localized. */
const OTHERS = ['*S-1-5-18', '*S-1-5-32-544'];
/** Full access, also to everything that is created inside. */
const FULL = '(OI)(CI)F';

/**
 * Closes a data folder to other accounts. Modes such as 0700 mean nothing on Windows: the profile of the user is
 * private, other folders inherit access for all accounts of the computer. The access of the user is granted before that
 * of others ends.
 * @returns false if others can read it, such as on a drive without access lists (exFAT) or at the root of a drive
 */
export function closeWindowsFolder(folder: string, { env, home, run }: WindowsSession = here()): boolean {
  const inside = win32.relative(home, folder);
  if (!inside.startsWith('..') && !win32.isAbsolute(inside)) return true;
  const { root } = win32.parse(folder);
  const user = env['USERNAME'] && (env['USERDOMAIN'] ? `${env['USERDOMAIN']}\\${env['USERNAME']}` : env['USERNAME']);
  if (!user || win32.relative(root, folder) === '') return false;
  const program = win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'icacls.exe');
  const grants = [user, ...OTHERS].flatMap((account) => ['/grant:r', `${account}:${FULL}`]);
  return run(program, [folder, ...grants]) === 0 && run(program, [folder, '/inheritance:r']) === 0;
}
