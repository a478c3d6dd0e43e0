import { join } from 'node:path';
import { throwIfAborted } from '../base/abort.ts';
import type { EngineSettings } from '../contract/system/engine-settings.ts';
import { embedFrames } from './frames.ts';
import type { FromWorker } from './protocol.ts';

/** Stills embedded between two looks at whether to go on: about a second of work. */
const BATCH_SIZE = 8;

/**
 * Embeds the stills that a run saved, for the search of frames by words, and sends them; nothing if the run is stopped
 * before the last one, since part of a video would count as all of it.
 * @throws ReelscopeError `model_unavailable`; CanceledError
 */
export async function sendFrames(
  run: { engines: EngineSettings; stillsFolder: string; stills: readonly { timeMs: number; file: string }[] },
  tools: { send(message: FromWorker): void; signal: AbortSignal; isStopped(): boolean },
): Promise<void> {
  const { engines, stillsFolder, stills } = run;
  const messages: Extract<FromWorker, { type: 'frames' }>[] = [];
  for (let at = 0; at < stills.length; at += BATCH_SIZE) {
    throwIfAborted(tools.signal);
    if (tools.isStopped()) return;
    const batch = stills.slice(at, at + BATCH_SIZE);
    const files = batch.map(({ file }) => join(stillsFolder, file));
    const { model, vectors } = await embedFrames(engines, files, tools.signal);
    const isLast = at + BATCH_SIZE >= stills.length;
    messages.push({ type: 'frames', engine: model, timesMs: batch.map(({ timeMs }) => timeMs), vectors, isLast });
  }
  for (const message of messages) tools.send(message);
}
