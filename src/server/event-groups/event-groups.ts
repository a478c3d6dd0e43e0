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

export type EventGroupsService = ReturnType<typeof createEventGroupsService>;

/**
 * Events: groups of videos on one clock. Every method throws ReelscopeError `not_found` for an event of another user,
 * and for one with a video outside the projects of a confined key.
 */
export function createEventGroupsService(parts: {
  store: Store;
  sync: Pick<SoundSyncService, 'read' | 'compare'>;
  log: Logger;
}) {
  const { store, sync } = parts;
  const comparisons = createComparisons(parts);
  const own = (owner: EventOwner, id: string): EventGroupRow =>
    requireFound(store.eventGroups.get(owner, parseId(id, 'event')), 'event');
  const recordingsOf = (id: number): EventRecordingView[] => store.eventGroups.recordings([id]).get(id) ?? [];
  const recordingOf = (id: number, jobId: string): EventRecordingView =>
    requireFound(
      recordingsOf(id).find((recording) => recording.jobId === jobId),
      'recording',
    );
  const views = (rows: readonly EventGroupRow[]): EventGroup[] => {
    const recordings = store.eventGroups.recordings(rows.map(({ id }) => id));
    return rows.map((row) => toEventGroup(row, recordings.get(row.id) ?? [], comparisons.progressOf(row.id)));
  };
  const view = (userId: number, id: number): EventGroup =>
    views([requireFound(store.eventGroups.get({ userId }, id), 'event')])[0]!;

  return {
    /** Last changed first. */
    list(owner: EventOwner, { job_id }: EventGroupsQuery, page?: PageRequest): EventGroup[] {
      if (job_id === undefined) return views(store.eventGroups.list(owner, undefined, page));
      const { id, projectId } = requireFound(store.videos.get(owner.userId, job_id), 'video');
      if (owner.projects && !owner.projects.includes(projectId ?? -1)) throw notFound('video');
      return views(store.eventGroups.list(owner, id, page));
    },

    get: (owner: EventOwner, id: string): EventGroup => view(owner.userId, own(owner, id).id),

    /**
     * Creates an event and starts to compare the sound of its videos.
     * @throws ReelscopeError as {@link SoundSyncService} for videos that can't be compared
     */
    async create({ userId }: EventOwner, { job_ids, title }: CreateEventGroupRequest): Promise<EventGroup> {
      const videos = (await sync.read(userId, job_ids)).map(({ video }) => video);
      const ids = videos.map(({ id }) => id);
      const longest = videos.reduce((most, next) => ((next.duration ?? 0) > (most.duration ?? 0) ? next : most));
      const { id } = store.eventGroups.create(userId, title ?? fileStem(longest.name), ids);
      comparisons.start(userId, id);
      return view(userId, id);
    },

    rename(owner: EventOwner, id: string, title: string): EventGroup {
      const event = own(owner, id);
      store.eventGroups.update(owner.userId, event.id, { title });
      return view(owner.userId, event.id);
    },

    /** Deletes an event; its videos stay. */
    delete(owner: EventOwner, id: string): void {
      const event = own(owner, id);
      comparisons.drop(event.id);
      store.eventGroups.delete(owner.userId, event.id);
    },

    /**
     * Compares the sound of all recordings again.
     * @param all discards what was set by hand; otherwise, it stays
     * @throws ReelscopeError `conflict` with fewer than two to compare
     */
    sync(owner: EventOwner, id: string, all = false): EventGroup {
      const event = own(owner, id);
      const recordings = recordingsOf(event.id);
      const byHand = recordings.filter(({ confidence, leftOut }) => confidence === null || leftOut === 'by_hand');
      const compared = all ? recordings : recordings.filter(({ leftOut }) => leftOut !== 'by_hand');
      if (compared.length < 2) throw new ReelscopeError('conflict', sentence('event.one'));
      const unknown = { offsetMs: null, driftPpm: 0, confidence: null, leftOut: null };
      if (all) store.eventGroups.place(owner.userId, event.id, new Map(byHand.map((view) => [view.videoId, unknown])));
      comparisons.start(owner.userId, event.id);
      return view(owner.userId, event.id);
    },

    cancel(owner: EventOwner, id: string): EventGroup {
      const event = own(owner, id);
      comparisons.cancel(owner.userId, event.id);
      return view(owner.userId, event.id);
    },

    /**
     * Adds videos and compares the sound of all again.
     * @throws ReelscopeError `conflict` for a video that is in the event, and beyond the maximum; otherwise as `create`
     */
    async add(owner: EventOwner, id: string, jobIds: readonly string[]): Promise<EventGroup> {
      const event = own(owner, id);
      const videos = (await sync.read(owner.userId, jobIds)).map(({ video }) => video);
      const before = new Set(recordingsOf(event.id).map(({ videoId }) => videoId));
      for (const video of videos) {
        if (before.has(video.id)) throw new ReelscopeError('conflict', sentence('event.in-it', { name: video.name }));
      }
      if (before.size + videos.length > MAX_SYNCED_VIDEOS)
        throw new ReelscopeError('conflict', sentence('event.full', { count: MAX_SYNCED_VIDEOS }));
      const ids = videos.map((video) => video.id);
      store.eventGroups.add(owner.userId, event.id, ids);
      comparisons.start(owner.userId, event.id);
      return view(owner.userId, event.id);
    },

    /** Places a recording by hand, or leaves it out, with its place kept; or undoes that. */
    place(owner: EventOwner, id: string, jobId: string, request: PlaceRecordingRequest): EventGroup {
      const { offset, drift_ppm, confidence = null, left_out: leftOut = 'by_hand' } = request;
      const event = own(owner, id);
      const { videoId, driftPpm } = recordingOf(event.id, jobId);
      const zero = clockZero(recordingsOf(event.id));
      const place = {
        driftPpm: drift_ppm ?? driftPpm,
        ...(offset !== null && { offsetMs: zero + offset * 1000, confidence, leftOut: null }),
        ...(offset === null && { leftOut, ...(leftOut !== 'by_hand' && { offsetMs: null, confidence: null }) }),
      };
      store.eventGroups.place(owner.userId, event.id, new Map([[videoId, place]]));
      return view(owner.userId, event.id);
    },

    /** Takes a recording out of an event. @throws ReelscopeError `conflict` if fewer than two would remain */
    removeRecording(owner: EventOwner, id: string, jobId: string): EventGroup {
      const event = own(owner, id);
      const { videoId } = recordingOf(event.id, jobId);
      if (recordingsOf(event.id).length <= 2) throw new ReelscopeError('conflict', sentence('event.two'));
      store.eventGroups.removeRecording(owner.userId, event.id, videoId);
      return view(owner.userId, event.id);
    },

    /** Subscribes to changes of the user's events. Returns a function that unsubscribes. */
    subscribe: (userId: number, listener: (change: EventGroupChange) => void): (() => void) =>
      store.eventGroups.onChange(({ userId: changedOf, id, kind }) => {
        if (changedOf !== userId) return;
        const row = kind === 'removed' ? undefined : store.eventGroups.get({ userId }, id);
        if (kind !== 'removed' && !row) return;
        listener({ event_id: String(id), change: kind, event: row ? views([row])[0]! : null });
      }),

    resume: comparisons.resume,
    close: comparisons.close,
  };
}
