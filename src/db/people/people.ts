import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import type { FaceTrackRow, PersonRow, VideoRow } from '../schema.ts';
import { createAssignment, placeTracks } from './assign.ts';
import { createPeopleEdits } from './edits.ts';
import { createPeopleErasure } from './erase.ts';
import { idList } from './id-list.ts';
import { createSightings } from './sightings.ts';
import { intersectionOf, secondsOf, type TimeSpan, unionOf } from './spans.ts';

/** A face track without what only some callers need. */
export type TrackView = Omit<FaceTrackRow, 'boxes' | 'template' | 'thumbnail'> & { jobId: string };

/** A person with what its tracks add up to. */
export interface PersonView extends PersonRow {
  videos: number;
  appearances: number;
  /** On screen. */
  seconds: number;
  /** The chosen track, or the best one. */
  cover: { id: number; thumbnail: Uint8Array | null };
  /** In order of video and time. */
  tracks: TrackView[];
}

/** Another person on screen at the same times. */
export interface CompanionView {
  person: PersonRow;
  videos: number;
  seconds: number;
}

const LEAN = [
  'id',
  'videoId',
  'personId',
  'engine',
  'startTime',
  'endTime',
  'confidence',
  'quality',
  'isConfirmed',
] as const;

/** People of projects and their face tracks. Videos in the trash count as gone. */
export function createPeople(db: Db, clock: Clock) {
  const edits = createPeopleEdits(db, clock);

  return {
    ...edits,
    ...createPeopleErasure(db),
    ...createSightings(db),
    ...createAssignment(db, edits),

    /** Records that tracks don't show a person; each goes to the person it is most like, or becomes a new one. */
    separate(trackIds: readonly number[], personId: number): void {
      db.transaction(() => {
        const [engine] = db.column<string>('SELECT engine FROM faceTracks WHERE id = ?', trackIds[0]);
        const projectId = edits.projectOf(personId);
        edits.detach(trackIds, personId);
        for (const id of trackIds) placeTracks(db, projectId, engine!, [id]);
      });
    },

    /** When the user turned it on for a project, in epoch milliseconds; null if it is off. */
    enabledAt: (projectId: number): number | null =>
      db.get(db.sql.selectFrom('peopleProjects').select('enabledAt').where('projectId', '=', projectId))?.enabledAt ??
      null,

    /** Turns it on for a project; the first time remains. */
    enable(projectId: number): void {
      const values = { projectId, enabledAt: clock.now() };
      db.run(
        db.sql
          .insertInto('peopleProjects')
          .values(values)
          .onConflict((conflict) => conflict.doNothing()),
      );
    },

    /** People of a project, most time on screen first. */
    list(userId: number, projectId: number): PersonView[] {
      const people = db.all(ownPeople(db, userId).where('people.projectId', '=', projectId));
      return views(
        db,
        people,
        tracksOf(
          db,
          userId,
          people.map(({ id }) => id),
        ),
      );
    },

    /** Undefined unless the person is the user's and on screen in a video. */
    get(userId: number, id: number): PersonView | undefined {
      const person = personOf(db, userId, id);
      return (person && view(db, person, tracksOf(db, userId, [id]))) ?? undefined;
    },

    /** People in a video, most time on screen first; all else counts within the video. */
    inVideo(userId: number, videoId: number): PersonView[] {
      const tracks = db.all(lean(db, userId).where('faceTracks.videoId', '=', videoId));
      const ids = [...new Set(tracks.map(({ personId }) => personId))];
      return views(db, db.all(ownPeople(db, userId).where('people.id', 'in', idList(ids))), tracks);
    },

    /** People on screen at the same time as this one, most time first. */
    seenWith: (userId: number, person: PersonView): CompanionView[] => seenWith(db, userId, person),

    /** Face tracks of a video in time order, with their boxes. */
    boxes: (userId: number, videoId: number): (TrackView & { boxes: Uint8Array })[] =>
      db.all(lean(db, userId).select('faceTracks.boxes').where('faceTracks.videoId', '=', videoId)),

    /** Pictures of tracks by their ids. */
    thumbnails: (ids: readonly number[]): Map<number, Uint8Array | null> =>
      new Map(
        db
          .all(db.sql.selectFrom('faceTracks').select(['id', 'thumbnail']).where('id', 'in', idList(ids)))
          .map(({ id, thumbnail }) => [id, thumbnail]),
      ),

    /** Videos of tracks, by their ids. */
    videosOf: (tracks: readonly TrackView[]): Map<number, VideoRow> =>
      new Map(
        db
          .all(
            db.sql
              .selectFrom('videos')
              .selectAll()
              .where('id', 'in', idList([...new Set(tracks.map(({ videoId }) => videoId))])),
          )
          .map((video) => [video.id, video]),
      ),
  };
}

/** Tracks of the user's videos that are not in the trash. */
function owned(db: Db, userId: number) {
  return db.sql
    .selectFrom('faceTracks')
    .innerJoin('videos', 'videos.id', 'faceTracks.videoId')
    .where('videos.userId', '=', userId)
    .where('videos.deletedAt', 'is', null);
}

function lean(db: Db, userId: number) {
  return owned(db, userId)
    .select(LEAN.map((name) => `faceTracks.${name}` as const))
    .select('videos.jobId')
    .orderBy('faceTracks.videoId')
    .orderBy('faceTracks.startTime')
    .orderBy('faceTracks.id');
}

function ownPeople(db: Db, userId: number) {
  return db.sql
    .selectFrom('people')
    .innerJoin('projects', 'projects.id', 'people.projectId')
    .where('projects.userId', '=', userId)
    .selectAll('people');
}

function thumbnailOf(db: Db, id: number): Uint8Array | null {
  return db.get(db.sql.selectFrom('faceTracks').select('thumbnail').where('id', '=', id))?.thumbnail ?? null;
}

/** Null without a track in sight. */
function view(db: Db, person: PersonRow, tracks: TrackView[]): PersonView | null {
  if (tracks.length === 0) return null;
  const best = tracks.reduce((a, b) => (b.quality > a.quality ? b : a));
  const cover = tracks.some(({ id }) => id === person.coverTrackId) ? person.coverTrackId! : best.id;
  const spans = Map.groupBy(tracks, ({ videoId }) => videoId);
  return {
    ...person,
    videos: spans.size,
    appearances: tracks.length,
    seconds: [...spans.values()].reduce((sum, each) => sum + secondsOf(spansOf(each)), 0),
    cover: { id: cover, thumbnail: thumbnailOf(db, cover) },
    tracks,
  };
}

function views(db: Db, people: readonly PersonRow[], tracks: readonly TrackView[]): PersonView[] {
  const byPerson = Map.groupBy(tracks, ({ personId }) => personId);
  return people
    .flatMap((person) => view(db, person, byPerson.get(person.id) ?? []) ?? [])
    .sort((a, b) => b.seconds - a.seconds || a.id - b.id);
}

function personOf(db: Db, userId: number, id: number): PersonRow | undefined {
  return db.get(ownPeople(db, userId).where('people.id', '=', id));
}

function tracksOf(db: Db, userId: number, personIds: readonly number[]): TrackView[] {
  return db.all(lean(db, userId).where('faceTracks.personId', 'in', idList(personIds)));
}

function seenWith(db: Db, userId: number, { id, projectId, tracks }: PersonView): CompanionView[] {
  const own = Map.groupBy(tracks, ({ videoId }) => videoId);
  const others = db
    .all(lean(db, userId).where('faceTracks.videoId', 'in', idList([...own.keys()])))
    .filter(({ personId }) => personId !== id);
  const people = db.all(ownPeople(db, userId).where('people.projectId', '=', projectId));
  const byPerson = Map.groupBy(others, ({ personId }) => personId);
  return people
    .flatMap((person) => {
      const shared = [...Map.groupBy(byPerson.get(person.id) ?? [], ({ videoId }) => videoId)]
        .map(([videoId, theirs]) => secondsOf(intersectionOf(spansOf(own.get(videoId)!), spansOf(theirs))))
        .filter((seconds) => seconds > 0);
      const seconds = shared.reduce((sum, each) => sum + each, 0);
      return seconds > 0 ? [{ person, seconds, videos: shared.length }] : [];
    })
    .sort((a, b) => b.seconds - a.seconds || a.person.id - b.person.id);
}

/** Times of tracks of one video, without overlaps. */
export function spansOf(tracks: readonly Pick<FaceTrackRow, 'startTime' | 'endTime'>[]): TimeSpan[] {
  return unionOf(tracks.map(({ startTime, endTime }) => ({ start: startTime, end: endTime })));
}
