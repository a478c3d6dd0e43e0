import { CancelledError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { FromWorker, type TranscodeSpec } from '../../pipeline/protocol.ts';
import type { Host } from '../hosting/host.ts';

/**
 * Writes a file in a worker process of its own; aborting kills it. Resolves with the seconds that were written.
 * @throws ReelscopeError as the worker said, `worker_crashed`; CancelledError
 */
export type Transcoder = (
  spec: TranscodeSpec,
  options: { signal: AbortSignal; onProgress?(fraction: number): void },
) => Promise<number>;

export function createTranscoder(host: Host, log: Logger): Transcoder {
  return (spec, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new CancelledError());
      const worker = host.spawnWorker();
      let outcome: { seconds: number } | { error: Error } | undefined;
      const abort = () => {
        outcome ??= { error: new CancelledError() };
        worker.kill();
      };
      signal.addEventListener('abort', abort, { once: true });
      worker.onMessage((raw) => {
        const parsed = FromWorker.safeParse(raw);
        if (outcome) return;
        if (!parsed.success) return log.error('unknown message from the worker', { issues: parsed.error.message });
        const message = parsed.data;
        if (message.type === 'progress') onProgress?.(message.progress);
        else if (message.type === 'done') outcome = { seconds: message.end_time };
        else if (message.type === 'failed')
          outcome = { error: new ReelscopeError(message.error.code, message.error.message) };
        else if (message.type === 'log') log[message.level](message.message);
      });
      worker.onExit((exit) => {
        signal.removeEventListener('abort', abort);
        if (outcome && 'seconds' in outcome) return resolve(outcome.seconds);
        const crashed = 'The file made the converter fail.';
        reject(outcome?.error ?? new ReelscopeError('worker_crashed', crashed, { details: exit }));
      });
      worker.send({ type: 'transcode', spec });
    });
}
