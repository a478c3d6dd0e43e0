import type { UpdatePersonRequest } from '../../../contract/analysis/people.ts';
import { api } from '../endpoints.ts';
import { PEOPLE, queries } from '../queries.ts';
import { invalidate } from '../query-client.ts';

/** Changes people on the server; what is shown of them is fetched again. Each function throws like `request`. */

/** Messages about deleted people are deleted with them. */
const CHANGED = [PEOPLE, ['search'], ['chats'], ['messages']] as const;
const refresh = () => invalidate(...CHANGED);

/** Fetches again what is shown of people, and the modules, which are offered where people are on. */
export const invalidatePeople = (): void => invalidate(...CHANGED, queries.modules.queryKey);

export async function enablePeople(projectId: string): Promise<void> {
  await api.people.enable(projectId);
  invalidatePeople();
}

/** Turns people off in a project and deletes everything about them. */
export async function deletePeople(projectId: string): Promise<void> {
  await api.people.disable(projectId);
  invalidatePeople();
}

export async function updatePerson(id: string, change: UpdatePersonRequest): Promise<void> {
  await api.people.update(id, change);
  refresh();
}

export async function removePerson(id: string): Promise<void> {
  await api.people.remove(id);
  refresh();
}

export async function mergePerson(id: string, into: string): Promise<void> {
  await api.people.merge(id, into);
  refresh();
}

/** Makes some appearances of a person a new one. */
export async function splitPerson(id: string, trackIds: readonly string[]): Promise<void> {
  await api.people.split(id, trackIds);
  refresh();
}

/** States that some appearances don't show a person. */
export async function separatePerson(id: string, trackIds: readonly string[]): Promise<void> {
  await api.people.separate(id, trackIds);
  refresh();
}
