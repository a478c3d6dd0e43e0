import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../../base/abort.ts';
import { isUnreadable } from '../../contract/errors.ts';
import { matchAll, placeRecordings } from '../../core/sync/align.ts';
import type { SyncFeatures } from '../../core/sync/features.ts';
import type { FromWorker, SyncSpec } from '../protocol.ts';
import { measureFile } from './measure-file.ts';

/** Share of the progress that is reading the files. */
const READING = 0.7;
/** Interval of progress messages, in milliseconds. */
const SEND_MS = 250;

/**
 * Places the recordings of a specification on one clock by their sound. A file without readable sound does not belong.
 * @throws CanceledError
 */
export async function runSync(
  { recordings }: SyncSpec,
  { send, signal }: { send(message: FromWorker): void; signal: AbortSignal },
): Promise<void> {
  const report = progressSender(send);
  const total = recordings.reduce((sum, { duration }) => sum + duration, 0) || 1;
  const features: SyncFeatures[] = [];
  let read = 0;
  for (const { path, tracks, duration } of recordings) {
    const onProgress = (time: number) => report((READING * (read + Math.min(time, duration))) / total);
    features.push(await measureFile(path, { tracks, signal, onProgress }).catch(withoutSound));
    read += duration;
  }
  const guesses = recordings.map(({ guess }) => guess);
  const pairs = await matchAll(features, guesses, async (share) => {
    // Cancellation and heartbeats need the event loop.
    await setImmediate();
    throwIfAborted(signal);
    report(READING + (1 - READING) * share);
  });
  const placements = placeRecordings(features, pairs);
  const hasSound = features.map(({ onsets }) => onsets.some((onset) => onset !== 0));
  send({ type: 'placements', placements: placements.map((place, i) => ({ place, hasSound: hasSound[i]! })) });
  send({ type: 'done', endTime: total });
}

function withoutSound(error: unknown): SyncFeatures {
  if (!isUnreadable(error)) throw error;
  return { frames: 0, onsets: new Int8Array(), samples: 0, signs: new Uint8Array() };
}

function progressSender(send: (message: FromWorker) => void): (progress: number) => void {
  let sentMs = 0;
  return (progress) => {
    if (performance.now() - sentMs < SEND_MS) return;
    sentMs = performance.now();
    send({ type: 'progress', stage: 'audio', progress, modules: {}, speed: null, etaSeconds: null });
  };
}
