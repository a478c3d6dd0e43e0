import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Store } from '../../db/index.ts';
import type { ArtifactMessage } from './job-run.ts';

type Artifact = ArtifactMessage['artifact'];

/** Stores the artifacts of one module in one run. */
interface ArtifactSink<Module extends Artifact['module']> {
  /** Takes a part; the last one stores all. */
  add(part: Extract<Artifact, { module: Module }>): void;
  /** Ends the run of the module; not called for an analysis that was stopped. */
  complete?(): void;
}

/** Makes the sinks of a run. @param videoId row of the video */
export function createArtifactSinks(store: Store, videoId: number) {
  const sinks: { [Module in Artifact['module']]: ArtifactSink<Module> } = {
    people: peopleSink(store, videoId),
    visualelements: descriptorsSink(store, videoId),
  };
  return {
    add: (artifact: Artifact): void => (sinks[artifact.module] as ArtifactSink<Artifact['module']>).add(artifact),
    complete(module: ModuleName): void {
      if (module in sinks) sinks[module as Artifact['module']].complete?.();
    },
  };
}

function peopleSink(store: Store, videoId: number): ArtifactSink<'people'> {
  const faces: Extract<Artifact, { module: 'people' }>['tracks'] = [];
  let isStored = false;
  return {
    add({ engine, tracks, heads, doubts, isLast }) {
      faces.push(...tracks);
      if (!isLast) return;
      const found = faces.splice(0).map(({ boxes, ...track }) => ({
        ...track,
        boxes: Buffer.from(boxes.buffer, boxes.byteOffset, boxes.byteLength),
      }));
      store.people.put(videoId, { engine, tracks: found, heads, doubts });
      isStored = true;
    },
    complete() {
      if (isStored) store.people.complete(videoId);
    },
  };
}

function descriptorsSink(store: Store, videoId: number): ArtifactSink<'visualelements'> {
  const pictures: { timeMs: number; descriptor: Int8Array }[] = [];
  return {
    add({ engine, timesMs, data, isLast }) {
      const size = data.length / timesMs.length;
      timesMs.forEach((timeMs, i) => {
        pictures.push({ timeMs, descriptor: data.subarray(i * size, (i + 1) * size) });
      });
      if (isLast) store.visual.put(videoId, { engine, source: 'frames', pictures: pictures.splice(0) });
    },
  };
}
