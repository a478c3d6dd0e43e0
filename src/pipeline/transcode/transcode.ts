import { joinParts } from '../../media/transcode/join.ts';
import { transcode } from '../../media/transcode/transcode.ts';
import { lowerPriority } from '../priority.ts';
import type { FromWorker, JoinSpec, TranscodeSpec } from '../protocol.ts';

/** Interval of progress messages, in milliseconds. */
const TELL_MS = 250;

export interface Run {
  send(message: FromWorker): void;
  signal: AbortSignal;
}

/** Writes a playable copy or a clip, at low priority for background work. @throws as {@link transcode} */
export async function runTranscode(spec: TranscodeSpec, { send, signal }: Run): Promise<void> {
  if (spec.background) lowerPriority();
  const { duration } = await transcode(spec.path, {
    target: spec.target,
    range: spec.range ?? undefined,
    copyVideo: spec.copyVideo,
    tracks: spec.tracks,
    isFullSize: spec.isFullSize,
    blur: spec.blur,
    signal,
    onProgress: progressSender(send),
  });
  send({ type: 'done', endTime: duration });
}

/** Joins parts of files into one clip. @throws as {@link joinParts} */
export async function runJoin({ parts, target, canvas }: JoinSpec, { send, signal }: Run): Promise<void> {
  const endTime = await joinParts(parts, { target, canvas, signal, onProgress: progressSender(send) });
  send({ type: 'done', endTime });
}

/** Sends progress, at most every {@link TELL_MS}. */
export function progressSender(send: Run['send']): (progress: number) => void {
  let sentMs = 0;
  return (progress) => {
    if (performance.now() - sentMs < TELL_MS && progress < 1) return;
    sentMs = performance.now();
    send({ type: 'progress', stage: 'transcoding', progress, modules: {}, speed: null, etaSeconds: null });
  };
}
