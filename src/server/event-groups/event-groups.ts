import type { Logger } from '../../base/logger.ts';
import type { PageRequest } from '../../base/page.ts';
import { fileStem } from '../../base/paths/file-stem.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type {
  CreateEventGroupRequest,
  EventGroup,
  EventGroupsQuery,
  PlaceRecordingRequest,
} from '../../contract/library/event-groups.ts';
import type { EventGroupChange } from '../../contract/library/library-events.ts';
import { MAX_SYNCED_VIDEOS } from '../../contract/library/sync.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { EventOwner, EventRecordingView } from '../../db/repositories/event-groups.ts';
import type { EventGroupRow } from '../../db/schema.ts';
import { notFound, parseId, requireFound } from '../errors/lookup.ts';
import type { SoundSyncService } from '../library/sound-sync.ts';
import { createComparisons } from './comparisons.ts';
import { clockZero, toEventGroup } from './event-group-mapper.ts';

interface EventGroupsParts {
  store: Store;
  sync: Pick<SoundSyncService, 'read' | 'compare'>;
  log: Logger;
}

/**
 * Events: groups of videos on one clock. Every method throws ReelscopeError `not_found` for an event of another user,
 * and for one with a video outside the projects of a confined key.
 */
export class EventGroupsService {
  readonly #store: Store;
  readonly #sync: EventGroupsParts['sync'];
  readonly #comparisons;

  constructor(parts: EventGroupsParts) {
    this.#store = parts.store;
    this.#sync = parts.sync;
    this.#comparisons = createComparisons(parts);
  }

  /** Last changed first. */
  list(owner: EventOwner, { job_id }: EventGroupsQuery, page?: PageRequest): EventGroup[] {
    const { eventGroups, videos } = this.#store;
    if (job_id === undefined) return this.#views(eventGroups.list(owner, undefined, page));
    const { id, projectId } = requireFound(videos.get(owner.userId, job_id), 'video');
    if (owner.projects && !owner.projects.includes(projectId ?? -1)) throw notFound('video');
    return this.#views(eventGroups.list(owner, id, page));
  }

  get(owner: EventOwner, id: string): EventGroup {
    return this.#view(owner.userId, this.#own(owner, id).id);
  }

  /**
   * Creates an event and starts to compare the sound of its videos.
   * @throws ReelscopeError as {@link SoundSyncService} for videos that can't be compared
   */
  async create({ userId }: EventOwner, { job_ids, title }: CreateEventGroupRequest): Promise<EventGroup> {
    const videos = (await this.#sync.read(userId, job_ids)).map(({ video }) => video);
    const ids = videos.map(({ id }) => id);
    const longest = videos.reduce((most, next) => ((next.duration ?? 0) > (most.duration ?? 0) ? next : most));
    const { id } = this.#store.eventGroups.create(userId, title ?? fileStem(longest.name), ids);
    this.#comparisons.start(userId, id);
    return this.#view(userId, id);
  }

  rename(owner: EventOwner, id: string, title: string): EventGroup {
    const event = this.#own(owner, id);
    this.#store.eventGroups.update(owner.userId, event.id, { title });
    return this.#view(owner.userId, event.id);
  }

  /** Deletes an event; its videos stay. */
  delete(owner: EventOwner, id: string): void {
    const event = this.#own(owner, id);
    this.#comparisons.drop(event.id);
    this.#store.eventGroups.delete(owner.userId, event.id);
  }

  /**
   * Compares the sound of all recordings again.
   * @param all discards what was set by hand; otherwise, it stays
   * @throws ReelscopeError `conflict` with fewer than two to compare
   */
  sync(owner: EventOwner, id: string, all = false): EventGroup {
    const event = this.#own(owner, id);
    const recordings = this.#recordingsOf(event.id);
    const byHand = recordings.filter(({ confidence, leftOut }) => confidence === null || leftOut === 'by_hand');
    const compared = all ? recordings : recordings.filter(({ leftOut }) => leftOut !== 'by_hand');
    if (compared.length < 2) throw new ReelscopeError('conflict', sentence('event.one'));
    const unknown = { offsetMs: null, driftPpm: 0, confidence: null, leftOut: null };
    const places = new Map(byHand.map(({ videoId }) => [videoId, unknown]));
    if (all) this.#store.eventGroups.place(owner.userId, event.id, places);
    this.#comparisons.start(owner.userId, event.id);
    return this.#view(owner.userId, event.id);
  }

  cancel(owner: EventOwner, id: string): EventGroup {
    const event = this.#own(owner, id);
    this.#comparisons.cancel(owner.userId, event.id);
    return this.#view(owner.userId, event.id);
  }

  /**
   * Adds videos and compares the sound of all again.
   * @throws ReelscopeError `conflict` for a video that is in the event, and beyond the maximum; otherwise as `create`
   */
  async add(owner: EventOwner, id: string, jobIds: readonly string[]): Promise<EventGroup> {
    const event = this.#own(owner, id);
    const videos = (await this.#sync.read(owner.userId, jobIds)).map(({ video }) => video);
    const before = new Set(this.#recordingsOf(event.id).map(({ videoId }) => videoId));
    for (const video of videos) {
      if (before.has(video.id)) throw new ReelscopeError('conflict', sentence('event.in-it', { name: video.name }));
    }
    if (before.size + videos.length > MAX_SYNCED_VIDEOS)
      throw new ReelscopeError('conflict', sentence('event.full', { count: MAX_SYNCED_VIDEOS }));
    const ids = videos.map((video) => video.id);
    this.#store.eventGroups.add(owner.userId, event.id, ids);
    this.#comparisons.start(owner.userId, event.id);
    return this.#view(owner.userId, event.id);
  }

  /** Places a recording by hand, or leaves it out, with its place kept; or undoes that. */
  place(owner: EventOwner, id: string, jobId: string, request: PlaceRecordingRequest): EventGroup {
    const { offset, drift_ppm, confidence = null, left_out: leftOut = 'by_hand' } = request;
    const event = this.#own(owner, id);
    const { videoId, driftPpm } = this.#recordingOf(event.id, jobId);
    const zero = clockZero(this.#recordingsOf(event.id));
    const place = {
      driftPpm: drift_ppm ?? driftPpm,
      ...(offset !== null && { offsetMs: zero + offset * 1000, confidence, leftOut: null }),
      ...(offset === null && { leftOut, ...(leftOut !== 'by_hand' && { offsetMs: null, confidence: null }) }),
    };
    this.#store.eventGroups.place(owner.userId, event.id, new Map([[videoId, place]]));
    return this.#view(owner.userId, event.id);
  }

  /** Takes a recording out of an event. @throws ReelscopeError `conflict` if fewer than two would remain */
  removeRecording(owner: EventOwner, id: string, jobId: string): EventGroup {
    const event = this.#own(owner, id);
    const { videoId } = this.#recordingOf(event.id, jobId);
    if (this.#recordingsOf(event.id).length <= 2) throw new ReelscopeError('conflict', sentence('event.two'));
    this.#store.eventGroups.removeRecording(owner.userId, event.id, videoId);
    return this.#view(owner.userId, event.id);
  }

  /** Subscribes to changes of the user's events. Returns a function that unsubscribes. */
  subscribe(userId: number, listener: (change: EventGroupChange) => void): () => void {
    const { eventGroups } = this.#store;
    return eventGroups.onChange(({ userId: changedOf, id, kind }) => {
      if (changedOf !== userId) return;
      const row = kind === 'removed' ? undefined : eventGroups.get({ userId }, id);
      if (kind !== 'removed' && !row) return;
      listener({ event_id: String(id), change: kind, event: row ? this.#views([row])[0]! : null });
    });
  }

  /** Starts the comparisons again that a shutdown ended. */
  resume(): void {
    this.#comparisons.resume();
  }

  close(): void {
    this.#comparisons.close();
  }

  #own(owner: EventOwner, id: string): EventGroupRow {
    return requireFound(this.#store.eventGroups.get(owner, parseId(id, 'event')), 'event');
  }

  #recordingsOf(id: number): EventRecordingView[] {
    return this.#store.eventGroups.recordings([id]).get(id) ?? [];
  }

  #recordingOf(id: number, jobId: string): EventRecordingView {
    const recordings = this.#recordingsOf(id);
    return requireFound(
      recordings.find((recording) => recording.jobId === jobId),
      'recording',
    );
  }

  #views(rows: readonly EventGroupRow[]): EventGroup[] {
    const recordings = this.#store.eventGroups.recordings(rows.map(({ id }) => id));
    return rows.map((row) => toEventGroup(row, recordings.get(row.id) ?? [], this.#comparisons.progressOf(row.id)));
  }

  #view(userId: number, id: number): EventGroup {
    return this.#views([requireFound(this.#store.eventGroups.get({ userId }, id), 'event')])[0]!;
  }
}
