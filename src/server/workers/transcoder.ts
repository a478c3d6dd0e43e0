import { CanceledError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { type ErrorCode, ReelscopeError } from '../../contract/errors.ts';
import type { MessageKey } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type {
  BlurStillsSpec,
  CloserSpec,
  FromWorker,
  JoinSpec,
  PlacementMessage,
  RebuildSpec,
  SideBySideSpec,
  SyncSpec,
  ToWorker,
  TranscodeSpec,
} from '../../pipeline/protocol.ts';
import type { Host } from '../hosting/host.ts';
import { FILE_MEMORY_BYTES, MODEL_MEMORY_BYTES } from '../hosting/worker-memory.ts';
import { failureOf, type SessionEnd, WorkerSession } from './worker-session.ts';

/**
 * Writes a file in its own worker process; aborting kills the process. Resolves with the seconds of media written.
 * @throws ReelscopeError as sent by the worker, `worker_crashed`; CanceledError
 */
export type Transcoder = (
  spec: TranscodeSpec,
  options: { signal: AbortSignal; onProgress?(fraction: number): void },
) => Promise<number>;

/** Joins parts of files into one clip in its own worker process. Resolves, and @throws, like {@link Transcoder} */
export type ClipJoiner = (
  spec: JoinSpec,
  options: { signal: AbortSignal; onProgress?(fraction: number): void },
) => Promise<number>;

/**
 * Writes recordings of an event beside one another in its own worker process. Resolves, and @throws, like {@link
 * Transcoder}
 */
export type SideBySideWriter = (
  spec: SideBySideSpec,
  options: { signal: AbortSignal; onProgress?(fraction: number): void },
) => Promise<number>;

/** Creates lost stills again in its own worker process; aborting kills the process. @throws like {@link Transcoder} */
export type PictureRebuilder = (spec: RebuildSpec, options: { signal: AbortSignal }) => Promise<number>;

/**
 * Blurs faces in copies of saved stills in its own worker process; aborting kills the process. @throws like {@link
 * Transcoder}
 */
export type StillBlurrer = (spec: BlurStillsSpec, options: { signal: AbortSignal }) => Promise<number>;

/**
 * Places recordings on one clock in its own worker process; aborting kills the process. Resolves with a placement per
 * recording. @throws like {@link Transcoder}
 */
export type SoundSynchronizer = (
  spec: SyncSpec,
  options: { signal: AbortSignal; onProgress?(fraction: number): void },
) => Promise<readonly PlacementMessage[]>;

/**
 * Examines a part of a video closely in its own worker process; aborting kills the process. `onMessage` receives the
 * findings. @throws like {@link Transcoder}
 */
export type CloserLooker = (
  spec: CloserSpec,
  options: { signal: AbortSignal; onProgress?(fraction: number): void; onMessage(message: FromWorker): void },
) => Promise<number>;

/** Workers that read media files. */
export interface FileTasks {
  transcode: Transcoder;
  joinClips: ClipJoiner;
  writeSideBySide: SideBySideWriter;
  rebuildPictures: PictureRebuilder;
  blurStills: StillBlurrer;
  syncSounds: SoundSynchronizer;
  lookCloser: CloserLooker;
  /**
   * Ends the workers that read a file, as if their callers had aborted, and resolves when their processes are gone:
   * FFmpeg opens files so that Windows can't delete them meanwhile.
   */
  release(path: string): Promise<void>;
}

type FileMessage = Extract<
  ToWorker,
  { type: 'transcode' | 'join' | 'side-by-side' | 'rebuild' | 'blur-stills' | 'sync' | 'look-closer' }
>;

interface TaskOptions {
  signal: AbortSignal;
  onProgress?(fraction: number): void;
  onMessage?(message: FromWorker): void;
}

export function createFileTasks(host: Host, log: Logger): FileTasks {
  const running = new Set<{ paths: readonly string[]; abort: AbortController; ended: Promise<unknown> }>();
  const run = createFileTask(host, log);
  const start = async (message: FileMessage, { signal, ...options }: TaskOptions): Promise<number> => {
    const abort = new AbortController();
    const result = run(message, { ...options, signal: AbortSignal.any([signal, abort.signal]) });
    const task = { paths: pathsOf(message), abort, ended: result.catch(() => {}) };
    running.add(task);
    try {
      return await result;
    } finally {
      running.delete(task);
    }
  };
  return {
    transcode: (spec, options) => start({ type: 'transcode', spec }, options),
    joinClips: (spec, options) => start({ type: 'join', spec }, options),
    writeSideBySide: (spec, options) => start({ type: 'side-by-side', spec }, options),
    rebuildPictures: (spec, options) => start({ type: 'rebuild', spec }, options),
    blurStills: (spec, options) => start({ type: 'blur-stills', spec }, options),
    async syncSounds(spec, options) {
      let result: readonly PlacementMessage[] = [];
      const onMessage = (message: FromWorker) => {
        if (message.type === 'placements') result = message.placements;
      };
      await start({ type: 'sync', spec }, { ...options, onMessage });
      return result;
    },
    lookCloser: (spec, options) => start({ type: 'look-closer', spec }, options),
    async release(path) {
      const readers = [...running].filter(({ paths }) => paths.includes(path));
      for (const { abort } of readers) abort.abort();
      await Promise.all(readers.map(({ ended }) => ended));
    },
  };
}

/** Files that a worker reads. */
function pathsOf(message: FileMessage): string[] {
  if (message.type === 'join') return message.spec.parts.map(({ path }) => path);
  if (message.type === 'look-closer') return [message.spec.run.path];
  if (message.type === 'side-by-side') {
    const { tiles, sound } = message.spec;
    return [...tiles.map(({ file }) => file), sound].flatMap((file) => file?.path ?? []);
  }
  if (message.type === 'sync') return message.spec.recordings.map(({ path }) => path);
  return message.type === 'blur-stills' ? message.spec.stills.map(({ file }) => file) : [message.spec.path];
}

function createFileTask(host: Host, log: Logger) {
  return (message: FileMessage, { signal, onProgress, onMessage }: TaskOptions): Promise<number> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new CanceledError());
      let outcome: { seconds: number } | { error: Error } | undefined;
      const memory = message.type === 'look-closer' ? MODEL_MEMORY_BYTES : FILE_MEMORY_BYTES;
      const session = new WorkerSession(host.spawnWorker(), log, memory, {
        onMessage(reply) {
          if (outcome) return;
          if (reply.type === 'progress') onProgress?.(reply.progress);
          else if (reply.type === 'done') outcome = { seconds: reply.endTime };
          else if (reply.type === 'failed') {
            outcome = { error: new ReelscopeError(reply.error.code, reply.error) };
          } else onMessage?.(reply);
        },
        onEnd(end) {
          signal.removeEventListener('abort', abort);
          if (outcome && 'seconds' in outcome) resolve(outcome.seconds);
          else reject(outcome?.error ?? errorOf(end));
        },
      });
      const abort = () => session.stop();
      signal.addEventListener('abort', abort, { once: true });
      session.send(message);
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
  return Object.hasOwn(FAILURES, code) ? FAILURES[code as keyof typeof FAILURES] : 'media.converter-crashed';
}
