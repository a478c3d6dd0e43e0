import { assignTracks, type ClusterPerson, type ClusterTrack } from '../../src/db/people/cluster.ts';

/** Name of the person that each track shows, by its id. */
export type Truth = ReadonlyMap<number, string>;

/** Outcome of joining the tracks of two videos, the first of which a user has named. */
export interface PeopleScore {
  /** Pairs of tracks in the first video, and in both. */
  video: PairScore;
  project: PairScore;
  /** Groups of the first video that show more than one person. */
  mixed: number;
  /** Tracks of the second video that got a name, and those that got a wrong one. */
  given: number;
  wrong: number;
}

/** All 0..1. */
interface PairScore {
  precision: number;
  recall: number;
  f1: number;
}

/**
 * Joins the tracks of a video; names each group after the person that it mostly shows, as a user would; adds those of
 * another.
 */
export function scorePeople(
  first: readonly ClusterTrack[],
  second: readonly ClusterTrack[],
  truth: Truth,
): PeopleScore {
  const groups = assignTracks(first, []).map(({ trackIds }) => trackIds);
  const named: (ClusterPerson & { name: string })[] = groups.map((ids, id) => ({
    id: id + 1,
    isNamed: true,
    name: mostOf(ids.map((one) => truth.get(one)!)),
    tracks: first.filter((track) => ids.includes(track.id)),
  }));
  const project = named.map(({ tracks }) => tracks.map(({ id }) => id));
  let [given, wrong] = [0, 0];
  for (const { personId, trackIds } of assignTracks(second, named)) {
    if (personId === null) project.push(trackIds);
    else {
      project[personId - 1]!.push(...trackIds);
      given += trackIds.length;
      wrong += trackIds.filter((id) => named[personId - 1]!.name !== truth.get(id)).length;
    }
  }
  const mixed = named.filter(({ tracks, name }) => tracks.some(({ id }) => truth.get(id) !== name)).length;
  return { video: pairScore(groups, truth), project: pairScore(project, truth), mixed, given, wrong };
}

function pairScore(groups: readonly (readonly number[])[], truth: Truth): PairScore {
  const groupOf = new Map(groups.flatMap((ids, group) => ids.map((id) => [id, group] as const)));
  const ids = [...groupOf.keys()];
  let [both, joined, same] = [0, 0, 0];
  for (const [i, a] of ids.entries()) {
    for (const b of ids.slice(i + 1)) {
      const [isJoined, isSame] = [groupOf.get(a) === groupOf.get(b), truth.get(a) === truth.get(b)];
      if (isJoined) joined++;
      if (isSame) same++;
      if (isJoined && isSame) both++;
    }
  }
  const [precision, recall] = [both / Math.max(1, joined), both / Math.max(1, same)];
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}

function mostOf(names: readonly string[]): string {
  const counts = [...Map.groupBy(names, (one) => one)].sort((a, b) => b[1].length - a[1].length);
  return counts[0]![0];
}
