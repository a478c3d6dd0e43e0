import { setTimeout as wait } from 'node:timers/promises';
import { readPosition } from '../../../base/position.ts';
import { EVENT_FORMATS, EventGroup, MAX_TILES } from '../../../contract/library/event-groups.ts';
import { type SyncedVideo, SyncResult } from '../../../contract/library/sync.ts';
import { isAudioFile, Video } from '../../../contract/library/video.ts';
import type { ApiClient } from '../../../server/client/api-client.ts';
import { BLUR_OPTION, blurOf, blurredFaces } from '../../arguments/people-options.ts';
import {
  args,
  type Command,
  type CommandInput,
  choice,
  EXIT,
  note,
  print,
  row,
  text,
  UsageError,
} from '../../command.ts';
import { findVideo, findVideos, withLibrary } from '../../connection/with-library.ts';
import { OUT_OPTION, save } from '../../output/save.ts';

/** Interval at which a comparison is polled, in milliseconds. */
const POLL_MS = 500;

/** `reelscope sync`: places videos of one event on one clock, and exports the event. */
export const syncCommand: Command = {
  usage: ['sync VIDEO VIDEO…', 'sync VIDEO VIDEO… --export FORMAT'],
  options: {
    export: {
      type: 'string',
      value: 'FORMAT',
      help: `file of the event, which is stored: ${EVENT_FORMATS.join(', ')} (mp4: pictures side by side)`,
    },
    ...OUT_OPTION,
    from: { type: 'string', value: 'TIME', help: 'mp4: start on the common clock (default: 0)' },
    to: { type: 'string', value: 'TIME', help: 'mp4: end on the common clock (default: end of the event)' },
    sound: { type: 'string', value: 'VIDEO', help: 'mp4: video to hear, or none (default: the longest one)' },
    language: { type: 'string', value: 'LANG', help: 'mp4: of the text on gaps: en, de' },
    ...BLUR_OPTION,
  },
  notes: [
    'VIDEO is an ID or a name.',
    'Columns: start on the common clock in seconds, drift of the clock in parts per million, confidence, state, and name, separated by tabs. The state is placed, no_match (of another event), or no_sound.',
    'Nothing is stored without --export. With it, the event of these videos is used if there is one, with its corrections; for an mp4, it may have further videos.',
    'An mp4 shows the first four videos with a picture, in the order of the command.',
    'TIME is seconds or a position such as 1:02:03.5.',
  ],
  examples: [
    ['sync camera.mp4 phone.mp4 recorder.wav', 'Where each one starts.'],
    ['sync camera.mp4 phone.mp4 --json | jq ".videos[1].offset"', 'Seconds for a script.'],
    ['sync camera.mp4 phone.mp4 --export mp4 --from 1:00 --to 1:30', 'Half a minute of both, side by side.'],
    ['sync camera.mp4 phone.mp4 --export fcpxml --out event.fcpxml', 'A multicam clip for Final Cut Pro.'],
  ],

  async run(input) {
    const names = args(input, 2, 20, 'sync requires 2 to 20 videos.');
    const format = choice(input, 'export', EVENT_FORMATS);
    const range = { from: timeOf(input, 'from'), to: timeOf(input, 'to') };
    await withLibrary(input, async (api) => {
      const videos = await findVideos(api, names);
      const jobIds = videos.map(({ job_id }) => job_id);
      const comparing = (count: number) => note(input, `Comparing the sound of ${count} videos…`);
      if (format === undefined) {
        comparing(jobIds.length);
        const result = await api.send('POST', '/sync', { job_ids: jobIds }, SyncResult, input.signal);
        return print(input, result, result.videos.map(line).join(''));
      }
      const query = new URLSearchParams({ format });
      const sound = format === 'mp4' ? await soundOf(api, input) : undefined;
      const soundJobIds = sound === undefined || sound === 'none' ? [] : [sound];
      const parts = { jobIds: [...new Set([...jobIds, ...soundJobIds])], isPart: format === 'mp4' };
      const event = await eventOf(api, parts, input.signal, comparing);
      if (format === 'mp4') {
        if (sound !== undefined) query.set('sound', sound);
        for (const [name, value] of Object.entries(await clipQuery(api, input, event, jobIds))) query.set(name, value);
        if (range.from !== undefined) query.set('start_time', String(range.from));
        if (range.to !== undefined) query.set('end_time', String(range.to));
      }
      await save(input, await api.download(`/event-groups/${event.id}/export?${query}`, input.signal));
    });
    return EXIT.done;
  },
};

/**
 * The event of these videos, compared; it is created if there is none.
 * @param isPart whether the event may have further recordings
 * @param comparing called with the number of videos if the event is not compared yet
 * @throws ReelscopeError
 */
async function eventOf(
  api: ApiClient,
  { jobIds, isPart }: { jobIds: readonly string[]; isPart: boolean },
  signal: AbortSignal,
  comparing: (count: number) => void,
): Promise<EventGroup> {
  const known = await api.get(`/event-groups?job_id=${jobIds[0]}`, EventGroup.array(), signal);
  const hasAll = ({ recordings }: EventGroup) =>
    jobIds.every((id) => recordings.some(({ job_id }) => job_id === id)) &&
    (isPart || recordings.length === jobIds.length);
  const [smallest] = known.filter(hasAll).sort((a, b) => a.recordings.length - b.recordings.length);
  let event = smallest ?? (await api.send('POST', '/event-groups', { job_ids: jobIds }, EventGroup, signal));
  if (event.status === 'syncing') comparing(event.recordings.length);
  while (event.status === 'syncing') {
    await wait(POLL_MS, undefined, { signal });
    event = await api.get(`/event-groups/${event.id}`, EventGroup, signal);
  }
  return event;
}

/** ID of the video to hear, or `none`; undefined for the usual one. */
async function soundOf(api: ApiClient, input: CommandInput): Promise<string | undefined> {
  const sound = text(input, 'sound');
  return sound === undefined || sound === 'none' ? sound : (await findVideo(api, sound)).job_id;
}

/** Pictures, language, and faces of a clip. */
async function clipQuery(api: ApiClient, input: CommandInput, { recordings }: EventGroup, jobIds: readonly string[]) {
  const [language, faces] = [text(input, 'language'), blurredFaces(input)];
  const placed = new Set(recordings.filter(({ offset }) => offset !== null).map(({ job_id }) => job_id));
  const videos = await Promise.all(jobIds.filter((id) => placed.has(id)).map((id) => api.get(`/videos/${id}`, Video)));
  const shown = videos.filter((video) => !isAudioFile(video)).slice(0, MAX_TILES);
  const ids = shown.map(({ job_id }) => job_id);
  const blur = faces && (await blurOf(api, ids, faces));
  return {
    ...(ids.length > 0 && { job_ids: ids.join(',') }),
    ...(language !== undefined && { language }),
    ...(blur && { blur: blur.faces, ...(blur.person_ids && { blur_people: blur.person_ids.join(',') }) }),
  };
}

/** @throws UsageError for other text than a time */
function timeOf(input: CommandInput, option: 'from' | 'to'): number | undefined {
  const written = text(input, option);
  if (written === undefined) return undefined;
  const time = readPosition(written);
  if (time === undefined) throw new UsageError(`“${written}” is not a time. Use seconds or 1:02:03.5.`);
  return time;
}

function line({ offset, drift_ppm, confidence, state, name }: SyncedVideo): string {
  return row(offset?.toFixed(3), drift_ppm?.toFixed(2), confidence?.toFixed(2), state, name);
}
