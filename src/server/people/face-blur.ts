import type { Blur } from '../../contract/blur.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../contract/sentence.ts';
import type { Store } from '../../db/index.ts';
import { readBoxes } from '../../db/people/boxes.ts';
import type { VideoRow } from '../../db/schema.ts';
import { notFound, parseId, requireFound } from '../errors/lookup.ts';
import { type BlurTrack, blurTracks } from './blur-tracks.ts';

/** Seconds around a range in which a sample may matter: more than the longest gap that is bridged, in media/blur. */
const AROUND_SECONDS = 5;

/** Finds the faces that a clip or a shared copy must blur. */
export function createFaceBlur(store: Store) {
  /** Whether the faces of a video are known: all of it was analyzed, and nothing was deleted since. */
  const areKnown = (video: VideoRow): boolean => {
    const run = store.jobs.get(video.userId, video.jobId)?.modules.find(({ module }) => String(module) === 'people');
    const isEnded = video.status !== 'queued' && video.status !== 'processing';
    // The state of the run alone is not enough: its faces may have been deleted since, or never have been in this library.
    return isEnded && (run === undefined || run.status === 'completed') && store.people.isComplete(video.id);
  };

  return {
    /**
     * Tracks of the faces to blur in a video, or in a range of it in seconds.
     * @throws ReelscopeError `not_ready` if its faces are not known, `not_found` for an unknown person, or `only` people of other projects
     */
    tracksOf(video: VideoRow, { faces, person_ids = [] }: Blur, range?: { start: number; end: number }): BlurTrack[] {
      if (!areKnown(video)) {
        throw new ReelscopeError('not_ready', sentence('blur.unknown-faces', { name: video.name }), {
          details: { job_id: video.jobId, module: 'people' },
        });
      }
      const people = new Set(
        person_ids
          .map((id) => requireFound(store.people.get(video.userId, parseId(id, 'person')), 'person'))
          .filter(({ projectId }) => projectId === video.projectId)
          .map(({ id }) => id),
      );
      // Otherwise, people of another project alone would blur nobody.
      if (faces === 'only' && people.size === 0) throw notFound('person');
      const isBlurred = (personId: number): boolean => faces === 'all' || (faces === 'only') === people.has(personId);
      const isNear = ({ startTime, endTime }: { startTime: number; endTime: number }): boolean =>
        !range || (startTime < range.end + AROUND_SECONDS && endTime > range.start - AROUND_SECONDS);
      const chosen = store.people
        .boxes(video.userId, video.id)
        .filter((track) => isBlurred(track.personId) && isNear(track))
        .map(({ startTime, endTime, boxes }) => ({ startTime, endTime, boxes: readBoxes(boxes) }));
      // A head whose face is not found may be anyone's, also that of a person who must be blurred.
      const heads = faces === 'only' ? [] : store.people.heads(video.id).filter(isNear);
      return [...blurTracks(chosen), ...blurTracks(heads)];
    },
  };
}
