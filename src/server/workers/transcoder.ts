import { CanceledError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { type ErrorCode, ReelscopeError } from '../../contract/errors.ts';
import type { MessageKey } from '../../contract/message.ts';
import { sentence } from '../../contract/sentence.ts';
import type { TranscodeSpec } from '../../pipeline/protocol.ts';
import type { Host } from '../hosting/host.ts';
import { FILE_MEMORY_BYTES } from '../hosting/worker-memory.ts';
import { failureOf, type SessionEnd, WorkerSession } from './worker-session.ts';

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
      const session = new WorkerSession(host.spawnWorker(), log, FILE_MEMORY_BYTES, {
        onMessage(message) {
          if (outcome) return;
          if (message.type === 'progress') onProgress?.(message.progress);
          else if (message.type === 'done') outcome = { seconds: message.endTime };
          else if (message.type === 'failed') {
            outcome = { error: new ReelscopeError(message.error.code, message.error) };
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

function errorOf(end: SessionEnd): Error {
  if (end.reason === 'stopped') return new CanceledError();
  const cause = failureOf(end);
  return new ReelscopeError(cause.code, sentence(failureKey(cause.code)), {
    cause,
    details: cause.details,
  });
}

const FAILURES = {
  worker_out_of_memory: 'media.converter-memory',
  worker_unresponsive: 'media.converter-slow',
} as const satisfies Partial<Record<ErrorCode, MessageKey>>;

function failureKey(code: ErrorCode): (typeof FAILURES)[keyof typeof FAILURES] | 'media.converter-crashed' {
  return code in FAILURES ? FAILURES[code as keyof typeof FAILURES] : 'media.converter-crashed';
}
