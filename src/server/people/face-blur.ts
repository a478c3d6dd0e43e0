import type { Blur } from '../../contract/blur.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../contract/sentence.ts';
import type { Store } from '../../db/index.ts';
import { type FaceBox, readBoxes } from '../../db/people/boxes.ts';
import type { VideoRow } from '../../db/schema.ts';
import { parseId, requireFound } from '../errors/lookup.ts';

/** A face to blur, as workers take it. */
export interface BlurTrack {
  samples: { time: number; box: Omit<FaceBox, 'time'> }[];
}

/** Seconds around a range in which a sample may matter: more than the longest gap that is bridged, in media/blur. */
const AROUND_SECONDS = 5;

/** Finds the faces that a clip or a shared copy must blur. */
export function createFaceBlur(store: Store) {
  /** Whether the faces of a video are known: all of it was analyzed, and nothing was deleted since. */
  const areKnown = (video: VideoRow): boolean => {
    const run = store.jobs.get(video.userId, video.jobId)?.modules.find(({ module }) => String(module) === 'people');
    const isOn = video.projectId !== null && store.people.enabledAt(video.projectId) !== null;
    const isEnded = video.status !== 'queued' && video.status !== 'processing';
    return (
      isOn && isEnded && (run ? run.status === 'completed' : store.people.inVideo(video.userId, video.id).length > 0)
    );
  };

  return {
    /**
     * Tracks of the faces to blur in a video, or in a range of it in seconds.
     * @throws ReelscopeError `not_ready` if its faces are not known, `not_found` for an unknown person
     */
    tracksOf(video: VideoRow, { faces, person_ids = [] }: Blur, range?: { start: number; end: number }): BlurTrack[] {
      if (!areKnown(video)) {
        throw new ReelscopeError('not_ready', sentence('blur.unknown-faces', { name: video.name }), {
          details: { job_id: video.jobId, module: 'people' },
        });
      }
      const people = new Set(
        person_ids.map((id) => requireFound(store.people.get(video.userId, parseId(id, 'person')), 'person').id),
      );
      const isBlurred = (personId: number): boolean => faces === 'all' || (faces === 'only') === people.has(personId);
      return store.people
        .boxes(video.userId, video.id)
        .filter(({ personId }) => isBlurred(personId))
        .filter(
          ({ startTime, endTime }) =>
            !range || (startTime < range.end + AROUND_SECONDS && endTime > range.start - AROUND_SECONDS),
        )
        .map(({ boxes, startTime, endTime }) => ({ samples: samplesOf(readBoxes(boxes), startTime, endTime) }))
        .filter(({ samples }) => samples.length > 0);
    },
  };
}

/** Boxes over the whole time of a track: the first and the last one hold to its ends. */
function samplesOf(boxes: readonly FaceBox[], start: number, end: number): BlurTrack['samples'] {
  const [first, last] = [boxes[0], boxes.at(-1)];
  if (!first || !last) return [];
  const held = [
    ...(start < first.time ? [{ ...first, time: start }] : []),
    ...boxes,
    ...(end > last.time ? [{ ...last, time: end }] : []),
  ];
  return held.map(({ time, ...box }) => ({ time, box }));
}
