import type { EventGroup, PlaceRecordingRequest } from '../../../contract/library/event-groups.ts';
import { api } from '../endpoints.ts';
import { EVENTS, queries } from '../queries.ts';
import { invalidate, queryClient } from '../query-client.ts';

/** Changes events on the server and in the cached lists. Each function throws like `request`. */

/** Creates an event; its videos are compared in the background. */
export const createEvent = (jobIds: string[]): Promise<EventGroup> => put(api.events.create(jobIds));

/** Adds videos to an event; all are compared again in the background. */
export const addRecordings = (id: string, jobIds: string[]): Promise<EventGroup> => put(api.events.add(id, jobIds));

export const renameEvent = (id: string, title: string): Promise<EventGroup> => put(api.events.rename(id, title));

/** @param all discards what was set by hand */
export const syncEvent = (id: string, all: boolean): Promise<EventGroup> => put(api.events.sync(id, all));

export const cancelSync = (id: string): Promise<EventGroup> => put(api.events.cancel(id));

export const placeRecording = (id: string, jobId: string, place: PlaceRecordingRequest): Promise<EventGroup> =>
  put(api.events.place(id, jobId, place));

export const removeRecording = (id: string, jobId: string): Promise<EventGroup> =>
  put(api.events.removeRecording(id, jobId));

/** Moves recordings of an event to a new one, whose sound is compared in the background. @returns the new event */
export async function splitEvent(id: string, jobIds: string[]): Promise<EventGroup> {
  const created = await createEvent(jobIds);
  for (const jobId of jobIds) await removeRecording(id, jobId);
  return created;
}

/** Deletes an event; its videos stay. */
export async function deleteEvent(id: string): Promise<void> {
  await api.events.remove(id);
  invalidate(EVENTS);
}

async function put(change: Promise<EventGroup>): Promise<EventGroup> {
  const event = await change;
  queryClient.setQueryData(queries.event(event.id).queryKey, event);
  // An answer that is under way may predate the change.
  invalidate(EVENTS);
  return event;
}
