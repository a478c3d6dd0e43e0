import type {
  FaceTrackBoxesList,
  FaceTrackList,
  PersonDetails,
  PersonList,
  UpdatePersonRequest,
  VideoPeople,
} from '../../contract/analysis/people.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { PeopleChange } from '../../contract/library/library-events.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { PersonView } from '../../db/people/people.ts';
import type { ProjectRow } from '../../db/schema.ts';
import { notFound, parseId, requireFound, requireVideo } from '../errors/lookup.ts';
import { timestampOrNull, toDetails, toPerson, toTrack, toTrackBoxes, toVideoPerson } from './person-mapper.ts';

export type PeopleService = ReturnType<typeof createPeopleService>;

/** People of the projects in which a user turned this on. */
export function createPeopleService(store: Store) {
  const { people } = store;
  const listeners = new Set<(userId: number, change: PeopleChange) => void>();
  const notifyListeners = (userId: number, projectId: number): void => {
    for (const listener of [...listeners]) listener(userId, { project_id: String(projectId) });
  };

  const projectOf = (userId: number, id: string): ProjectRow =>
    requireFound(store.projects.get(userId, parseId(id, 'project')), 'project');

  const personOf = (userId: number, id: string): PersonView =>
    requireFound(people.get(userId, parseId(id, 'person')), 'person');

  const details = (userId: number, id: string): PersonDetails => {
    const person = personOf(userId, id);
    return toDetails(person, people.videosOf(person.tracks), people.seenWith(userId, person));
  };

  const listOf = (userId: number, projectId: number): PersonList => {
    const enabledAt = people.enabledAt(projectId);
    return {
      enabled: enabledAt !== null,
      enabled_at: timestampOrNull(enabledAt),
      people: people.list(userId, projectId).map(toPerson),
    };
  };

  /** Ids of tracks of a person. @throws ReelscopeError `not_found` */
  const tracksOf = ({ tracks }: PersonView, ids: readonly string[]): number[] =>
    [...new Set(ids)].map((text) => {
      const id = parseId(text, 'face-track');
      if (!tracks.some((track) => track.id === id)) throw notFound('face-track');
      return id;
    });

  /** @throws ReelscopeError `invalid_request` if nothing would remain */
  const partOf = (person: PersonView, ids: readonly string[]): number[] => {
    const chosen = tracksOf(person, ids);
    if (chosen.length === person.tracks.length)
      throw new ReelscopeError('invalid_request', sentence('people.all-tracks'));
    return chosen;
  };

  return {
    /** Subscribes to changes of people by this user's clients. Returns a function that unsubscribes. */
    subscribe(userId: number, listener: (change: PeopleChange) => void): () => void {
      const ofUser = (owner: number, change: PeopleChange): void => {
        if (owner === userId) listener(change);
      };
      listeners.add(ofUser);
      return () => void listeners.delete(ofUser);
    },

    /** @throws ReelscopeError `not_found` */
    list: (userId: number, projectId: string): PersonList => listOf(userId, projectOf(userId, projectId).id),

    /** Turns people on in a project, with the consent that the request holds. @throws ReelscopeError `not_found` */
    enable(userId: number, projectId: string): PersonList {
      const { id } = projectOf(userId, projectId);
      people.enable(id);
      notifyListeners(userId, id);
      return listOf(userId, id);
    },

    /**
     * Turns people off in a project and deletes everything that is stored about them. @throws ReelscopeError
     * `not_found`
     */
    disable(userId: number, projectId: string): void {
      const { id } = projectOf(userId, projectId);
      people.eraseProject(id);
      notifyListeners(userId, id);
    },

    /** @throws ReelscopeError `not_found` */
    get: details,

    /** @throws ReelscopeError `not_found` */
    update(userId: number, id: string, { name, cover_track_id }: UpdatePersonRequest): PersonDetails {
      const person = personOf(userId, id);
      const [cover] = cover_track_id === undefined ? [] : tracksOf(person, [cover_track_id]);
      store.transaction(() => {
        if (name !== undefined) people.rename(person.id, name?.trim() ?? null);
        if (cover !== undefined) people.setCover(person.id, cover);
      });
      notifyListeners(userId, person.projectId);
      return details(userId, id);
    },

    /** Deletes a person with all that is stored about it. @throws ReelscopeError `not_found` */
    delete(userId: number, id: string): void {
      const person = personOf(userId, id);
      people.erasePerson(person.id);
      notifyListeners(userId, person.projectId);
    },

    /** @throws ReelscopeError `not_found`, `invalid_request` (the same person, or one of another project) */
    merge(userId: number, id: string, into: string): PersonDetails {
      const [person, target] = [personOf(userId, id), personOf(userId, into)];
      if (person.id === target.id) throw new ReelscopeError('invalid_request', sentence('people.same'));
      if (person.projectId !== target.projectId)
        throw new ReelscopeError('invalid_request', sentence('people.other-project'));
      people.merge(person.id, target.id);
      notifyListeners(userId, target.projectId);
      return details(userId, into);
    },

    /**
     * Makes some tracks of a person a new one, which it returns. @throws ReelscopeError `not_found`, `invalid_request`
     */
    split(userId: number, id: string, trackIds: readonly string[]): PersonDetails {
      const person = personOf(userId, id);
      const created = people.split(partOf(person, trackIds), person.id);
      notifyListeners(userId, person.projectId);
      return details(userId, String(created));
    },

    /**
     * Records that some tracks don't show a person; each goes to the person it is most like, or becomes a new one.
     * @throws ReelscopeError `not_found`, `invalid_request`
     */
    separate(userId: number, id: string, trackIds: readonly string[]): PersonList {
      const person = personOf(userId, id);
      people.separate(partOf(person, trackIds), person.id);
      notifyListeners(userId, person.projectId);
      return listOf(userId, person.projectId);
    },

    /** Face tracks of a person with their pictures. @throws ReelscopeError `not_found` */
    tracks(userId: number, id: string): FaceTrackList {
      const { tracks } = personOf(userId, id);
      const thumbnails = people.thumbnails(tracks.map((track) => track.id));
      return { tracks: tracks.map((track) => toTrack(track, thumbnails.get(track.id) ?? null)) };
    },

    /** @throws ReelscopeError `not_found` */
    inVideo(userId: number, jobId: string): VideoPeople {
      const video = requireVideo(store, userId, jobId);
      const isOn = video.projectId !== null && people.enabledAt(video.projectId) !== null;
      return { enabled: isOn, people: people.inVideo(userId, video.id).map(toVideoPerson) };
    },

    /** Places of faces in the frames of a video. @throws ReelscopeError `not_found` */
    boxes(userId: number, jobId: string, personId: string | undefined): FaceTrackBoxesList {
      const only = personId === undefined ? undefined : personOf(userId, personId).id;
      const tracks = people.boxes(userId, requireVideo(store, userId, jobId).id);
      return { tracks: tracks.filter((track) => only === undefined || track.personId === only).map(toTrackBoxes) };
    },
  };
}
