import { CanceledError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { TranscodeSpec } from '../../pipeline/protocol.ts';
import type { Host } from '../hosting/host.ts';
import { type SessionEnd, WorkerSession } from './worker-session.ts';

/**
 * Writes a file in its own worker process; aborting kills the process. Resolves with the seconds of media written.
 * @throws ReelscopeError as sent by the worker, `worker_crashed`; CanceledError
 */
export type Transcoder = (
  spec: TranscodeSpec,
  options: { signal: AbortSignal; onProgress?(fraction: number): void },
) => Promise<number>;

export function createTranscoder(host: Host, log: Logger): Transcoder {
  return (spec, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new CanceledError());
      let outcome: { seconds: number } | { error: Error } | undefined;
      const session = new WorkerSession(host.spawnWorker(), log, {
        onMessage(message) {
          if (outcome) return;
          if (message.type === 'progress') onProgress?.(message.progress);
          else if (message.type === 'done') outcome = { seconds: message.endTime };
          else if (message.type === 'failed') {
            outcome = { error: new ReelscopeError(message.error.code, message.error.message) };
          }
        },
        onEnd(end) {
          signal.removeEventListener('abort', abort);
          if (outcome && 'seconds' in outcome) resolve(outcome.seconds);
          else reject(outcome?.error ?? errorOf(end));
        },
      });
      const abort = () => session.stop();
      signal.addEventListener('abort', abort, { once: true });
      session.send({ type: 'transcode', spec });
    });
}

function errorOf({ reason, ...exit }: SessionEnd): Error {
  if (reason === 'stopped') return new CanceledError();
  return new ReelscopeError('worker_crashed', 'The file could not be converted: the converter crashed.', {
    details: exit,
  });
}
