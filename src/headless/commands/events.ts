import { CanceledError } from '../../base/errors.ts';
import { args, type Command, EXIT, text } from '../command.ts';
import { findVideo, withLibrary } from '../connection/with-library.ts';

/** `reelscope events`: follows the changes of the library, or one analysis. */
export const eventsCommand: Command = {
  usage: ['events'],
  options: { video: { type: 'string', value: 'VIDEO', help: 'only the analysis of this video, until it ends' } },
  notes: ['Each line is an object with the name of an event and its data, as in the API. Ctrl+C ends it.'],
  examples: [
    ['events | jq -r \'select(.event == "video").data.video.name\'', 'Names of videos as they change.'],
    ['events --video interview.mp4', 'Findings as they are made.'],
  ],

  async run(input) {
    args(input, 0, 0, 'events accepts options only.');
    const name = text(input, 'video');
    await withLibrary(input, async (api) => {
      const path = name === undefined ? '/events' : `/processing/${(await findVideo(api, name)).job_id}/events`;
      try {
        for await (const { event, data } of api.follow(path, input.signal))
          process.stdout.write(`{"event":${JSON.stringify(event)},"data":${data}}\n`);
      } catch (error) {
        if (!(error instanceof CanceledError)) throw error;
      }
    });
    return EXIT.done;
  },
};
