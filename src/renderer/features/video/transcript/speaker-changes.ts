import type { SpeakerList } from '../../../../contract/analysis/speakers.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate, showChange } from '../../../api/query-client.ts';

/** A change of a speaker, with the values that reverse it. */
export type SpeakerChange =
  | { type: 'rename-speaker'; speaker_id: string; name: string | null; former: string | null }
  | { type: 'merge-speaker' | 'separate-speaker'; speaker_id: string; into: string };

/** Returns the change that reverses another one. Pure. */
export function reverseOf(change: SpeakerChange): SpeakerChange {
  if (change.type === 'rename-speaker') return { ...change, name: change.former, former: change.name };
  return { ...change, type: change.type === 'merge-speaker' ? 'separate-speaker' : 'merge-speaker' };
}

/** Sends a change and shows its result. @throws RequestError */
export async function changeSpeaker(jobId: string, change: SpeakerChange): Promise<void> {
  showSpeakers(jobId, await send(jobId, change));
}

function send(jobId: string, change: SpeakerChange): Promise<SpeakerList> {
  switch (change.type) {
    case 'rename-speaker':
      return api.speakers.rename(jobId, change.speaker_id, change.name);
    case 'merge-speaker':
      return api.speakers.merge(jobId, change.speaker_id, change.into);
    case 'separate-speaker':
      return api.speakers.unmerge(jobId, change.speaker_id);
  }
}

/** Shows the speakers that the server returned, and fetches the lines that name them. */
export function showSpeakers(jobId: string, list: SpeakerList): void {
  showChange(queries.speakers(jobId), () => list);
  invalidate(['results', jobId], ['media', jobId], ['search']);
}
