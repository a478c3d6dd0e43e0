import { playedMoments, STORY_FORMATS, Story } from '../../../contract/search/stories.ts';
import { SHARE_PARTS } from '../../../contract/sharing/share-parts.ts';
import { SharedReport } from '../../../contract/sharing/shared-reports.ts';
import type { ApiClient } from '../../../server/client/api-client.ts';
import { actionOf } from '../../arguments/actions.ts';
import { BLUR_OPTION, blurOf, blurredFaces } from '../../arguments/people-options.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  has,
  list,
  print,
  printList,
  refuseMore,
  text,
  UsageError,
} from '../../command.ts';
import type { Connection } from '../../connection/connect.ts';
import { chosen, withLibrary } from '../../connection/with-library.ts';
import { linkBody, linkOptions, placed, printLink } from '../../output/links.ts';
import { OUT_OPTION, save } from '../../output/save.ts';
import { storyOutline, storyTable } from '../../output/story-text.ts';

/** Actions of `reelscope stories` on the remaining arguments. */
const ACTIONS: Record<
  string,
  (api: ApiClient, input: CommandInput, args: string[], connection: Connection) => Promise<void>
> = {
  async list(api, input, args) {
    refuseMore('stories list', args);
    const stories = await api.get('/stories', Story.array(), input.signal);
    printList(input, stories, storyTable(stories), 'No stories.');
  },

  async show(api, input, [wanted, ...more]) {
    refuseMore('stories show', more);
    const story = await findStory(api, wanted);
    print(input, story, storyOutline(story));
  },

  async export(api, input, [wanted, ...more]) {
    refuseMore('stories export', more);
    const format = text(input, 'format');
    if (format === undefined) throw new UsageError('stories export requires --format.');
    const faces = blurredFaces(input);
    const story = await findStory(api, wanted);
    const query = new URLSearchParams({ format });
    if (faces) {
      const { faces: blur, person_ids } = await blurOf(api, videosOf(story), faces);
      query.set('blur', blur);
      if (person_ids) query.set('blur_people', person_ids.join(','));
    }
    if (has(input, 'no-notes')) query.set('notes', 'false');
    for (const name of ['rate', 'language', 'sequence-start']) {
      const value = text(input, name);
      if (value !== undefined) query.set(name.replace('-', '_'), value);
    }
    await save(input, await api.download(`/stories/${story.id}/export?${query}`, input.signal));
  },

  async share(api, input, [wanted, ...more], connection) {
    refuseMore('stories share', more);
    const faces = blurredFaces(input);
    const story = await findStory(api, wanted);
    const blur = faces && (await blurOf(api, videosOf(story), faces));
    const parts = list(input, 'parts', SHARE_PARTS);
    const body = { story_id: story.id, ...(blur && { blur }), ...(parts && { parts }), ...(await linkBody(input)) };
    const link = await api.send('POST', '/shared-reports', body, SharedReport);
    printLink(input, placed(connection, link));
  },
};

/** `reelscope stories`: lists, shows, exports, and shares stories. */
export const storiesCommand: Command = {
  usage: ['stories [list]', 'stories show STORY', 'stories export STORY --format FORMAT', 'stories share STORY'],
  actions: Object.keys(ACTIONS),
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: STORY_FORMATS,
      help: `export: ${STORY_FORMATS.join(', ')}`,
    },
    ...OUT_OPTION,
    rate: { type: 'string', value: 'RATE', help: 'export: frames per second of a sequence, such as 25 or "29.97 DF"' },
    'sequence-start': {
      type: 'string',
      value: 'TIMECODE',
      help: 'export: timecode of the first frame of a sequence, such as 01:00:00:00',
    },
    language: { type: 'string', value: 'LANG', help: 'export: language of a report, en or de' },
    'no-notes': { type: 'boolean', help: 'export: reports and shot lists without notes' },
    parts: { type: 'string', value: 'LIST', help: 'share: clips,transcript,notes,hashes (default: clips,transcript)' },
    ...linkOptions('share'),
    ...BLUR_OPTION,
  },
  examples: [
    ['stories export "The harbor" --format html', 'Write a signed report into this folder.'],
    ['stories share "The harbor" --days 14', 'Print a link that expires in two weeks.'],
  ],

  async run(input) {
    const { action, args } = actionOf('stories', ACTIONS, input);
    await withLibrary(input, (api, connection) => action(api, input, args, connection));
    return EXIT.done;
  },
};

/** Finds a story by id or title. */
async function findStory(api: ApiClient, wanted: string | undefined): Promise<Story> {
  if (wanted === undefined) throw new UsageError('A story is required, by ID or title.');
  const stories = await api.get('/stories', Story.array());
  const named = stories.map((story) => ({ story, name: story.title }));
  return chosen('story', wanted, named, ({ story }) => [story.id]).story;
}

/** Videos of a story’s moments. */
function videosOf({ items }: Story): string[] {
  return [...new Set(playedMoments(items).map(({ job_id }) => job_id))];
}
