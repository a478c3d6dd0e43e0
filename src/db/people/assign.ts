import type { Db } from '../open.ts';
import type { FaceTrackRow } from '../schema.ts';
import { toFloats } from '../vectors/binary-codes.ts';
import { type FaceBox, type PackedTrack, packTracks, readBoxes, readTracks } from './boxes.ts';
import { assignTracks, type ClusterTrack } from './cluster.ts';
import type { NewFaceTrack, PeopleEdits } from './edits.ts';

/** Face tracks of one analysis. */
export interface VideoFaces {
  /** `id@version`. */
  engine: string;
  tracks: readonly Omit<NewFaceTrack, 'engine'>[];
  /** To be hidden with the faces: of people whose faces are not reported. */
  heads: readonly PackedTrack[];
  /** Possible people, not sure enough to be hidden. */
  doubts?: readonly PackedTrack[];
}

/** Share of the shorter time that two tracks of the same face have in common, and the overlap of their boxes then. */
const SAME_TRACK = { seconds: 0.5, overlap: 0.4 } as const;

/** Tracks that are grouped at once. */
const MAX_GROUPED = 300;

/** Stores the face tracks of analyses and assigns them to people, so that what a user stated stays. */
export function createAssignment(db: Db, edits: PeopleEdits) {
  const rowsOf = (videoId: number): FaceTrackRow[] =>
    db.all(db.sql.selectFrom('faceTracks').selectAll().where('videoId', '=', videoId).orderBy('id'));

  return {
    /**
     * Replaces the face tracks of a video. Those that follow the same faces as before go to the same people, with what
     * a user stated about them; the others to the people of the project they are most like. Nothing is stored where
     * people are off.
     */
    put(videoId: number, { engine, tracks, heads, doubts = [] }: VideoFaces): void {
      db.transaction(() => {
        const query = `SELECT projectId FROM videos WHERE id = ? AND projectId IN (SELECT projectId FROM peopleProjects)`;
        const [projectId] = db.column<number>(query, videoId);
        if (projectId === undefined) return;
        const before = rowsOf(videoId).map((row) => ({ row, boxes: readBoxes(row.boxes) }));
        const fresh: number[] = [];
        for (const track of tracks) {
          const boxes = readBoxes(track.boxes);
          const same = before.find((old) => isSame({ ...track, boxes }, { ...old.row, boxes: old.boxes }));
          const personId = same?.row.personId ?? edits.addPerson(projectId);
          const id = edits.addTrack(videoId, personId, { ...track, engine });
          if (!same) fresh.push(id);
          else continueTrack(db, same.row, id);
        }
        for (const { row } of before) db.run(db.sql.deleteFrom('faceTracks').where('id', '=', row.id));
        // In parts, since the time to group tracks grows faster than their number.
        for (let at = 0; at < fresh.length; at += MAX_GROUPED) {
          placeTracks(db, projectId, engine, fresh.slice(at, at + MAX_GROUPED), fresh.slice(at + MAX_GROUPED));
        }
        edits.beginScan(videoId, projectId, packTracks(heads), packTracks(doubts));
      });
    },

    /** Records that the faces that were stored last are all of a video's. None of them may have been deleted since. */
    complete(videoId: number): void {
      db.run(db.sql.updateTable('faceScans').set({ isComplete: 1 }).where('videoId', '=', videoId));
    },

    /** Heads of people in a video whose faces are not found, in time order. */
    heads(videoId: number): ReturnType<typeof readTracks> {
      const [blob] = db.column<Uint8Array | null>('SELECT heads FROM faceScans WHERE videoId = ?', videoId);
      return blob ? readTracks(blob) : [];
    },

    /** Possible people in a video, by start; null if an analysis of an older version did not look for it. */
    doubts(videoId: number): ReturnType<typeof readTracks> | null {
      const [blob] = db.column<Uint8Array | null>('SELECT doubts FROM faceScans WHERE videoId = ?', videoId);
      return blob ? readTracks(blob) : null;
    },

    /**
     * Whether all faces of a video that an analysis found are stored: it reached the end, and none was deleted since.
     */
    isComplete: (videoId: number): boolean =>
      db.column<number>('SELECT isComplete FROM faceScans WHERE videoId = ?', videoId)[0] === 1,
  };
}

/** Assigns tracks of one engine that are each a person of its own so far, as those that wait for their turn are. */
export function placeTracks(
  db: Db,
  projectId: number,
  engine: string,
  ids: readonly number[],
  waiting: readonly number[] = [],
): void {
  const query = db.sql.selectFrom('faceTracks').innerJoin('people', 'people.id', 'faceTracks.personId');
  const cluster = (track: FaceTrackRow) => toCluster(db, track);
  const all = db.all(
    query
      .selectAll('faceTracks')
      .select('people.name')
      .where('people.projectId', '=', projectId)
      .where('faceTracks.engine', '=', engine),
  );
  const chosen = new Set(ids);
  const unplaced = new Set([...ids, ...waiting]);
  const people = [
    ...Map.groupBy(
      all.filter(({ id }) => !unplaced.has(id)),
      ({ personId }) => personId,
    ),
  ].map(([id, tracks]) => ({ id, isNamed: tracks[0]!.name !== null, tracks: tracks.map(cluster) }));
  const own = new Map(all.map(({ id, personId }) => [id, personId]));
  for (const { personId, trackIds } of assignTracks(all.filter(({ id }) => chosen.has(id)).map(cluster), people)) {
    // A new person keeps the number of its first track.
    const target = personId ?? own.get(Math.min(...trackIds))!;
    for (const id of trackIds) {
      db.run(db.sql.updateTable('faceTracks').set({ personId: target }).where('id', '=', id));
    }
  }
}

function toCluster(db: Db, { id, videoId, startTime, endTime, template, quality }: FaceTrackRow): ClusterTrack {
  return {
    id,
    videoId,
    start: startTime,
    end: endTime,
    quality,
    template: template && toFloats(template),
    rejected: new Set(rejections(db, id)),
  };
}

function rejections(db: Db, trackId: number): number[] {
  return db.column<number>('SELECT personId FROM faceTrackRejections WHERE trackId = ?', trackId);
}

/** Carries what a user stated about a track over to the one that follows the same face. */
function continueTrack(db: Db, before: FaceTrackRow, id: number): void {
  const { isConfirmed } = before;
  db.run(db.sql.updateTable('faceTracks').set({ isConfirmed }).where('id', '=', id));
  db.run(db.sql.updateTable('people').set({ coverTrackId: id }).where('coverTrackId', '=', before.id));
  db.run(db.sql.updateTable('faceTrackRejections').set({ trackId: id }).where('trackId', '=', before.id));
}

type Timed = { startTime: number; endTime: number; boxes: readonly FaceBox[] };

/** Whether two tracks of one video follow the same face. */
function isSame(a: Timed, b: Timed): boolean {
  const shared = Math.min(a.endTime, b.endTime) - Math.max(a.startTime, b.startTime);
  const shorter = Math.min(a.endTime - a.startTime, b.endTime - b.startTime);
  if (shared < SAME_TRACK.seconds * shorter || shared < 0) return false;
  const near = a.boxes.map((box) => overlapOf(box, nearestTo(b.boxes, box.time)));
  return Math.max(0, ...near) >= SAME_TRACK.overlap;
}

function nearestTo(boxes: readonly FaceBox[], time: number): FaceBox {
  return boxes.reduce((a, b) => (Math.abs(b.time - time) < Math.abs(a.time - time) ? b : a));
}

/** Intersection over union at about the same time; 0 for boxes more than half a second apart. */
function overlapOf(a: FaceBox, b: FaceBox): number {
  if (Math.abs(a.time - b.time) > 0.5) return 0;
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const both = width * height;
  return both / (a.width * a.height + b.width * b.height - both);
}
