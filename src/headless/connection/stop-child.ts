import type { ChildProcess } from 'node:child_process';
import { STOP_MESSAGE } from '../../contract/system/bridge.ts';
import { END_SIGNALS } from '../interruption.ts';

/**
 * Asks a child process to end whenever this one is asked. By a message, since `kill` ends a process at once on Windows,
 * and since a terminal has sent Ctrl+C to the child itself already.
 * @param child started with an IPC channel
 */
export function stopWithThisProcess(child: ChildProcess): void {
  const stop = () => {
    // The child may have ended meanwhile.
    if (child.connected) child.send(STOP_MESSAGE, () => {});
  };
  for (const signal of END_SIGNALS) process.on(signal, stop);
}
