import { constants, setPriority } from 'node:os';
import { transcode } from '../media/transcode/index.ts';
import type { FromWorker, TranscodeSpec } from './protocol.ts';

/** Interval of progress messages, in milliseconds. */
const TELL_MS = 250;

/** Writes a playable copy or a clip, at low priority for background work. @throws as {@link transcode} */
export async function runTranscode(
  spec: TranscodeSpec,
  { send, signal }: { send(message: FromWorker): void; signal: AbortSignal },
): Promise<void> {
  if (spec.background) {
    try {
      setPriority(constants.priority.PRIORITY_LOW);
    } catch {
      // Some systems forbid it; the work is then only less polite.
    }
  }
  let told = 0;
  const { duration } = await transcode(spec.path, {
    target: spec.target,
    range: spec.range ?? undefined,
    copyVideo: spec.copyVideo,
    signal,
    onProgress(progress) {
      if (performance.now() - told < TELL_MS && progress < 1) return;
      told = performance.now();
      send({ type: 'progress', stage: 'transcoding', progress, modules: {}, speed: null, etaSeconds: null });
    },
  });
  send({ type: 'done', endTime: duration });
}
