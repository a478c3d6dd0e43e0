import { type SyncedVideo, SyncResult } from '../../../contract/library/sync.ts';
import { args, type Command, EXIT, note, print, row } from '../../command.ts';
import { findVideos, withLibrary } from '../../connection/with-library.ts';

/** `reelscope sync`: places videos of one event on one clock. */
export const syncCommand: Command = {
  usage: ['sync VIDEO VIDEO…'],
  options: {},
  notes: [
    'VIDEO is an ID or a name.',
    'Columns: start on the common clock in seconds, drift of the clock in parts per million, confidence, state, and name, separated by tabs. The state is placed, no_match (of another event), or no_sound.',
    'Nothing is stored.',
  ],
  examples: [
    ['sync camera.mp4 phone.mp4 recorder.wav', 'Where each one starts.'],
    ['sync camera.mp4 phone.mp4 --json | jq ".videos[1].offset"', 'Seconds for a script.'],
  ],

  async run(input) {
    const names = args(input, 2, 20, 'sync requires 2 to 20 videos.');
    await withLibrary(input, async (api) => {
      const videos = await findVideos(api, names);
      note(input, `Comparing the sound of ${videos.length} videos…`);
      const body = { job_ids: videos.map(({ job_id }) => job_id) };
      const result = await api.send('POST', '/sync', body, SyncResult, input.signal);
      print(input, result, result.videos.map(line).join(''));
    });
    return EXIT.done;
  },
};

function line({ offset, drift_ppm, confidence, state, name }: SyncedVideo): string {
  return row(offset?.toFixed(3), drift_ppm?.toFixed(2), confidence?.toFixed(2), state, name);
}
