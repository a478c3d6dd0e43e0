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

/** People of the projects in which a user turned this on. */
export class PeopleService {
  readonly #store: Store;
  readonly #listeners = new Set<(userId: number, change: PeopleChange) => void>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Subscribes to changes of people by this user's clients. Returns a function that unsubscribes. */
  subscribe(userId: number, listener: (change: PeopleChange) => void): () => void {
    const ofUser = (owner: number, change: PeopleChange): void => {
      if (owner === userId) listener(change);
    };
    this.#listeners.add(ofUser);
    return () => void this.#listeners.delete(ofUser);
  }

  /** @throws ReelscopeError `not_found` */
  list(userId: number, projectId: string): PersonList {
    return this.#listOf(userId, this.#projectOf(userId, projectId).id);
  }

  /** Turns people on in a project, with the consent that the request holds. @throws ReelscopeError `not_found` */
  enable(userId: number, projectId: string): PersonList {
    const { id } = this.#projectOf(userId, projectId);
    this.#store.people.enable(id);
    this.#notifyListeners(userId, id);
    return this.#listOf(userId, id);
  }

  /**
   * Turns people off in a project and deletes everything that is stored about them. @throws ReelscopeError
   * `not_found`
   */
  disable(userId: number, projectId: string): void {
    const { id } = this.#projectOf(userId, projectId);
    this.#store.people.eraseProject(id);
    this.#notifyListeners(userId, id);
  }

  /** @throws ReelscopeError `not_found` */
  get(userId: number, id: string): PersonDetails {
    const { people } = this.#store;
    const person = this.#personOf(userId, id);
    return toDetails(person, people.videosOf(person.tracks), people.seenWith(userId, person));
  }

  /** @throws ReelscopeError `not_found` */
  update(userId: number, id: string, { name, cover_track_id }: UpdatePersonRequest): PersonDetails {
    const { people } = this.#store;
    const person = this.#personOf(userId, id);
    const [cover] = cover_track_id === undefined ? [] : this.#tracksOf(person, [cover_track_id]);
    this.#store.transaction(() => {
      if (name !== undefined) people.rename(person.id, name?.trim() ?? null);
      if (cover !== undefined) people.setCover(person.id, cover);
    });
    this.#notifyListeners(userId, person.projectId);
    return this.get(userId, id);
  }

  /** Deletes a person with all that is stored about it. @throws ReelscopeError `not_found` */
  delete(userId: number, id: string): void {
    const person = this.#personOf(userId, id);
    this.#store.people.erasePerson(person.id);
    this.#notifyListeners(userId, person.projectId);
  }

  /** @throws ReelscopeError `not_found`, `invalid_request` (the same person, or one of another project) */
  merge(userId: number, id: string, into: string): PersonDetails {
    const [person, target] = [this.#personOf(userId, id), this.#personOf(userId, into)];
    if (person.id === target.id) throw new ReelscopeError('invalid_request', sentence('people.same'));
    if (person.projectId !== target.projectId)
      throw new ReelscopeError('invalid_request', sentence('people.other-project'));
    this.#store.people.merge(person.id, target.id);
    this.#notifyListeners(userId, target.projectId);
    return this.get(userId, into);
  }

  /**
   * Makes some tracks of a person a new one, which it returns. @throws ReelscopeError `not_found`, `invalid_request`
   */
  split(userId: number, id: string, trackIds: readonly string[]): PersonDetails {
    const person = this.#personOf(userId, id);
    const created = this.#store.people.split(this.#partOf(person, trackIds), person.id);
    this.#notifyListeners(userId, person.projectId);
    return this.get(userId, String(created));
  }

  /**
   * Records that some tracks don't show a person; each goes to the person it is most like, or becomes a new one.
   * @throws ReelscopeError `not_found`, `invalid_request`
   */
  separate(userId: number, id: string, trackIds: readonly string[]): PersonList {
    const person = this.#personOf(userId, id);
    this.#store.people.separate(this.#partOf(person, trackIds), person.id);
    this.#notifyListeners(userId, person.projectId);
    return this.#listOf(userId, person.projectId);
  }

  /** Face tracks of a person with their pictures. @throws ReelscopeError `not_found` */
  tracks(userId: number, id: string): FaceTrackList {
    const { tracks } = this.#personOf(userId, id);
    const thumbnails = this.#store.people.thumbnails(tracks.map((track) => track.id));
    return { tracks: tracks.map((track) => toTrack(track, thumbnails.get(track.id) ?? null)) };
  }

  /** @throws ReelscopeError `not_found` */
  inVideo(userId: number, jobId: string): VideoPeople {
    const { people } = this.#store;
    const video = requireVideo(this.#store, userId, jobId);
    const isOn = video.projectId !== null && people.enabledAt(video.projectId) !== null;
    return { enabled: isOn, people: people.inVideo(userId, video.id).map(toVideoPerson) };
  }

  /** Places of faces in the frames of a video. @throws ReelscopeError `not_found` */
  boxes(userId: number, jobId: string, personId: string | undefined): FaceTrackBoxesList {
    const only = personId === undefined ? undefined : this.#personOf(userId, personId).id;
    const tracks = this.#store.people.boxes(userId, requireVideo(this.#store, userId, jobId).id);
    return { tracks: tracks.filter((track) => only === undefined || track.personId === only).map(toTrackBoxes) };
  }

  #notifyListeners(userId: number, projectId: number): void {
    for (const listener of [...this.#listeners]) listener(userId, { project_id: String(projectId) });
  }

  #projectOf(userId: number, id: string): ProjectRow {
    return requireFound(this.#store.projects.get(userId, parseId(id, 'project')), 'project');
  }

  #personOf(userId: number, id: string): PersonView {
    return requireFound(this.#store.people.get(userId, parseId(id, 'person')), 'person');
  }

  #listOf(userId: number, projectId: number): PersonList {
    const { people } = this.#store;
    const enabledAt = people.enabledAt(projectId);
    return {
      enabled: enabledAt !== null,
      enabled_at: timestampOrNull(enabledAt),
      people: people.list(userId, projectId).map(toPerson),
    };
  }

  /** Ids of tracks of a person. @throws ReelscopeError `not_found` */
  #tracksOf({ tracks }: PersonView, ids: readonly string[]): number[] {
    return [...new Set(ids)].map((text) => {
      const id = parseId(text, 'face-track');
      if (!tracks.some((track) => track.id === id)) throw notFound('face-track');
      return id;
    });
  }

  /** @throws ReelscopeError `invalid_request` if nothing would remain */
  #partOf(person: PersonView, ids: readonly string[]): number[] {
    const chosen = this.#tracksOf(person, ids);
    if (chosen.length === person.tracks.length)
      throw new ReelscopeError('invalid_request', sentence('people.all-tracks'));
    return chosen;
  }
}
