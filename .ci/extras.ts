import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import {
  checkDeletionWhileOpen,
  checkNames,
  checkReadOnlySource,
  checkSessionEnd,
  until as poll,
  type Running,
} from './extra-checks.ts';
import { hasEnded, install, quit, ready, start } from './installed-app.ts';

/*
 * `node .ci/extras.ts FOLDER [--read-only PATH]`: the checks of extra-checks.ts with the installed application. PATH is
 * a video on a volume that can't be written. On Windows, the session ends in the middle of an analysis.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'read-only': { type: 'string' } } });
const [folder, ...given] = positionals;
if (!folder) throw new Error('Usage: extras.ts FOLDER [--read-only PATH] [-- PROGRAM ARGUMENTS...]');
const home = mkdtempSync(join(tmpdir(), 'reelscope-extras-'));
const trial = { folder, home, data: join(home, 'Jörg 語 ü', 'library'), given };
const clip = join(home, 'clip.mp4');
copyFileSync(join(folder, 'smoke.mp4'), clip);

/** Sends what Windows sends to windows before a shutdown: WM_QUERYENDSESSION, then WM_ENDSESSION. */
const END_SESSION = `
$ErrorActionPreference = 'Stop'
Add-Type -Namespace Native -Name Window -MemberDefinition '
[DllImport("user32.dll")] public static extern IntPtr SendMessageTimeout(IntPtr w, uint m, IntPtr a, IntPtr b, uint f, uint t, out IntPtr r);'
$window = (Get-Process -Id $args[0]).MainWindowHandle
if ($window -eq 0) { throw 'The application has no window.' }
[Console]::Out.WriteLine('ready')
[Console]::In.ReadLine() | Out-Null
$answer = [IntPtr]::Zero
foreach ($message in 0x11, 0x16) {
  [Native.Window]::SendMessageTimeout($window, $message, [IntPtr]1, [IntPtr]0, 2, 5000, [ref]$answer) | Out-Null
}
`;

/** Compiles the sender, which takes seconds. @returns sends the messages */
async function sessionEnder(pid: number): Promise<() => Promise<void>> {
  const args = ['-NoProfile', '-NonInteractive', '-Command', `& { ${END_SESSION} } ${pid}`];
  const sender = spawn('powershell.exe', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(sender, 'exit');
  await Promise.race([once(createInterface(sender.stdout), 'line'), exited]);
  return async () => {
    sender.stdin.end('\n');
    const [code] = (await exited) as [number | null];
    if (code !== 0) throw new Error(`The end of the session could not be sent (${code}).`);
  };
}

const { command, uninstall } = install(trial);
let child = start(trial, command);
const launched = async (): Promise<Running & { pid: number }> => ({ ...(await ready(trial, child)), data: trial.data });
try {
  const app = await launched();
  const names = join(home, 'names');
  mkdirSync(names);
  await checkNames(app, clip, names);
  await checkDeletionWhileOpen(app, clip);
  if (values['read-only']) await checkReadOnlySource(app, values['read-only']);
  if (process.platform === 'win32') {
    const send = await sessionEnder(app.pid);
    const end = async (isInterrupted: () => Promise<boolean>) => {
      await send();
      // An application that has ended already answers no more.
      await poll('the interruption', async () =>
        hasEnded(child) || (await isInterrupted().catch(() => hasEnded(child) || undefined)) ? true : undefined,
      );
      // Windows ends the process next.
      const exited = hasEnded(child) ? [] : [once(child, 'exit')];
      child.kill('SIGKILL');
      await Promise.all(exited);
    };
    const restart = () => {
      child = start(trial, command);
      return launched();
    };
    await checkSessionEnd(app, clip, end, restart);
  }
  await quit(trial, child, await launched());
  uninstall();
} finally {
  if (!hasEnded(child)) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
