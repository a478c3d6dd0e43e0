import { roundSeconds } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { Blur, type BlurCheck, type BlurCheckQuery } from '../../contract/library/blur.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import { readBoxes } from '../../db/people/boxes.ts';
import type { VideoRow } from '../../db/schema.ts';
import { notFound, parseId, requireFound, requireVideo } from '../errors/lookup.ts';
import { checkBlur, isSamePlace } from './blur-check.ts';
import { type BlurTrack, blurTracks, type FoundTrack, HEAD_GAPS } from './blur-tracks.ts';

/** Seconds around a range in which a sample may matter: more than the longest gap that is bridged, in media/blur. */
const AROUND_SECONDS = 5;
/** Time before or after a face is reported in which its head may be that of the same person: two looks. */
const SAME_HEAD_SECONDS = 0.5;

/** Seconds of a video. */
export interface Range {
  start: number;
  end: number;
}

export type FaceBlur = ReturnType<typeof createFaceBlur>;

/** Finds the faces that a clip or a shared copy must blur. */
export function createFaceBlur(store: Store) {
  /** Whether the faces of a video are known: all of it was analyzed, and nothing was deleted since. */
  const areKnown = (video: VideoRow): boolean => {
    const run = store.jobs.get(video.userId, video.jobId)?.modules.find(({ module }) => String(module) === 'people');
    const isEnded = video.status !== 'queued' && video.status !== 'processing';
    // The state of the run alone is not enough: its faces may have been deleted since, or never have been in this
    // library.
    return isEnded && (run === undefined || run.status === 'completed') && store.people.isComplete(video.id);
  };

  /** Face tracks and heads of a video or a range, each with whether the choice blurs it. @throws like `tracksOf` */
  const peopleOf = (video: VideoRow, { faces, person_ids = [] }: Blur, range?: Range) => {
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
    const isNear = ({ startTime, endTime }: Pick<FoundTrack, 'startTime' | 'endTime'>): boolean =>
      !range || (startTime < range.end + AROUND_SECONDS && endTime > range.start - AROUND_SECONDS);
    const tracks = store.people
      .boxes(video.userId, video.id)
      .filter(isNear)
      .map(({ personId, startTime, endTime, boxes }) => ({
        startTime,
        endTime,
        boxes: readBoxes(boxes),
        isBlurred: isBlurred(personId),
      }));
    const excepted = faces === 'except' ? tracks.filter((track) => !track.isBlurred) : [];
    // A head whose face is not found may be anyone's, also that of a person who must be blurred.
    const heads = store.people
      .heads(video.id)
      .filter(isNear)
      .map((head) => ({ ...head, isBlurred: faces !== 'only' && !excepted.some((track) => isHeadOf(head, track)) }));
    return { tracks, heads };
  };

  return {
    /**
     * Tracks of the faces to blur in a video, or in a range of it in seconds.
     * @throws ReelscopeError `not_ready` if its faces are not known, `not_found` for an unknown person, or `only`
     * people of other projects
     */
    tracksOf(video: VideoRow, blur: Blur, range?: Range): BlurTrack[] {
      const { tracks, heads } = peopleOf(video, blur, range);
      const blurred = (all: typeof heads) => all.filter(({ isBlurred }) => isBlurred);
      return [...blurTracks(blurred(tracks)), ...blurTracks(blurred(heads), HEAD_GAPS)];
    },

    /**
     * Who is seen and covered by a blur of a video, and where to look before it is handed out.
     * @throws ReelscopeError like `tracksOf`, `invalid_request` for people without need or missing
     */
    check(userId: number, jobId: string, { faces, person_ids, start_time, end_time }: BlurCheckQuery): BlurCheck {
      const video = requireVideo(store, userId, jobId);
      const blur = Blur.safeParse({ faces, ...(person_ids !== undefined && { person_ids: person_ids.split(',') }) });
      if (!blur.success) throw new ReelscopeError('invalid_request', sentence('blur.people'));
      const range = { start: start_time ?? 0, end: end_time ?? video.duration };
      const { tracks, heads } = peopleOf(video, blur.data, range);
      const doubts = store.people.doubts(video.id);
      const { seen, covered, times } = checkBlur([...tracks, ...heads], doubts ?? [], range);
      return {
        people_seen: seen,
        people_covered: covered,
        check_times: times.map(roundSeconds),
        is_outdated: doubts === null,
      };
    },
  };
}

/** Whether a head that was followed is that of a face track, each time it was seen. */
function isHeadOf(head: FoundTrack, track: FoundTrack): boolean {
  return head.boxes.every(
    ({ time }) =>
      time >= track.startTime - SAME_HEAD_SECONDS &&
      time <= track.endTime + SAME_HEAD_SECONDS &&
      isSamePlace(head, track, time),
  );
}
