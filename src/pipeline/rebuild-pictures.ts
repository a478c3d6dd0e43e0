import type { MediaConsumer } from '../media/frames.ts';
import { runMediaPass } from '../media/media-pass.ts';
import { probe } from '../media/probe.ts';
import { lowerPriority } from './priority.ts';
import type { FromWorker, RebuildSpec } from './protocol.ts';
import { createStillsFolder, type StillsFolder } from './stills-folder.ts';
import { createThumbnailSelector, THUMBNAIL_SIDE } from './thumbnail.ts';
import { createWaveform } from './waveform.ts';

/**
 * Creates stills, thumbnail, and waveform of an analyzed file again, in one pass like that of the analysis, so that
 * their times are the same.
 * @throws ReelscopeError `unreadable_media`; CanceledError
 */
export async function rebuildPictures(
  spec: RebuildSpec,
  { send, signal }: { send(message: FromWorker): void; signal: AbortSignal },
): Promise<void> {
  lowerPriority();
  const media = await probe(spec.path, spec.tracks);
  const folder = createStillsFolder(spec.stillsFolder, () => {});
  const collector = collectStills(spec.timesMs, folder);
  const thumbnail =
    spec.thumbnail && media.video ? createThumbnailSelector(media, (still) => folder.saveThumbnail(still)) : undefined;
  const waveform = spec.waveform && media.audio ? createWaveform(spec.stillsFolder) : undefined;
  const consumers = [...(spec.timesMs.length > 0 ? [collector] : []), thumbnail, waveform];
  const { endTime } = await runMediaPass(
    spec.path,
    consumers.filter((consumer) => consumer !== undefined),
    {
      signal,
      choice: spec.tracks,
      async onEnd() {
        await collector.finish();
        await thumbnail?.finish();
        await waveform?.finish();
      },
    },
  );
  send({ type: 'done', endTime });
}

/** Saves the frames at certain times. */
function collectStills(timesMs: readonly number[], folder: StillsFolder): MediaConsumer & { finish(): Promise<void> } {
  const wanted = new Set(timesMs);
  const writing: Promise<unknown>[] = [];
  return {
    needs: { luma: true },
    onLuma(frame) {
      if (!wanted.delete(Math.round(frame.time * 1000))) return undefined;
      const retained = frame.retain();
      // A failed write is reported at the end.
      writing.push(folder.keep(retained.toStill(THUMBNAIL_SIDE)).catch((error: unknown) => error));
      retained.release();
      return undefined;
    },
    async finish() {
      const failure = (await Promise.all(writing)).find((result) => result !== undefined);
      if (failure !== undefined) throw failure;
    },
  };
}
