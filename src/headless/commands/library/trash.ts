import { parseTimestamp } from '../../../base/time.ts';
import { daysLeft, EmptiedTrash, Trash } from '../../../contract/library/trash.ts';
import { Video } from '../../../contract/library/video.ts';
import { Moment } from '../../../contract/search/moments.ts';
import { Story } from '../../../contract/search/stories.ts';
import type { ApiClient } from '../../../server/client/api-client.ts';
import { actionOf } from '../../arguments/actions.ts';
import { type Command, type CommandInput, EXIT, print, printList, refuseMore, row, UsageError } from '../../command.ts';
import { chosen, withLibrary } from '../../connection/with-library.ts';

/** An item of the trash. */
interface TrashItem {
  /** Unique among the items of all kinds, such as `moment/12`. */
  id: string;
  name: string;
  deletedAt: string;
  restore(api: ApiClient): Promise<unknown>;
}

/** Actions of `reelscope trash` on the remaining arguments. */
const ACTIONS = {
  async list(api: ApiClient, input: CommandInput, args: string[]) {
    refuseMore('trash list', args);
    const trash = await api.get('/trash', Trash);
    const lines = itemsOf(trash).map(({ id, name, deletedAt }) => {
      const days = daysLeft(parseTimestamp(deletedAt) ?? 0, Date.now());
      return row(id, deletedAt.slice(0, 10), `${days} ${days === 1 ? 'day' : 'days'} left`, name);
    });
    printList(input, trash, lines.join(''), 'The trash is empty.');
  },

  async restore(api: ApiClient, input: CommandInput, wanted: string[]) {
    if (wanted.length === 0) throw new UsageError('trash restore requires items, by ID or name. Run trash list.');
    const items = itemsOf(await api.get('/trash', Trash));
    // All of them are found before the first one is restored.
    const found = wanted.map((one) => chosen('item in the trash', one.trim(), items, ({ id }) => [id]));
    const restored = [];
    for (const item of found) restored.push(await item.restore(api));
    print(input, restored, found.map(({ name }) => row(name)).join(''));
  },

  async empty(api: ApiClient, input: CommandInput, args: string[]) {
    refuseMore('trash empty', args);
    const emptied = await api.send('DELETE', '/trash', undefined, EmptiedTrash);
    const { videos, moments, stories } = emptied;
    print(input, emptied, `Deleted: videos ${videos}, moments ${moments}, stories ${stories}.\n`);
  },
};

/** `reelscope trash`: lists, restores, and deletes what is in the trash. */
export const trashCommand: Command = {
  usage: ['trash [list]', 'trash restore ITEM…', 'trash empty'],
  actions: Object.keys(ACTIONS),
  options: {},
  notes: [
    'Items are deleted permanently after 30 days. Emptying the trash deletes the stored files of its videos, too.',
  ],
  examples: [['trash restore old.mp4', 'Take a video back with everything that belongs to it.']],

  async run(input) {
    const { action, args } = actionOf('trash', ACTIONS, input);
    await withLibrary(input, (api) => action(api, input, args));
    return EXIT.done;
  },
};

function itemsOf({ videos, moments, stories }: Trash): TrashItem[] {
  return [
    ...videos.map(({ job_id, name, deleted_at }) => ({
      id: `video/${job_id}`,
      name,
      deletedAt: deleted_at,
      restore: (api: ApiClient) => api.send('POST', `/videos/${job_id}/restore`, {}, Video),
    })),
    ...moments.map(({ id, title, deleted_at }) => ({
      id: `moment/${id}`,
      name: title,
      deletedAt: deleted_at!,
      restore: (api: ApiClient) => api.send('POST', `/moments/${id}/restore`, {}, Moment),
    })),
    ...stories.map(({ id, title, deleted_at }) => ({
      id: `story/${id}`,
      name: title,
      deletedAt: deleted_at!,
      restore: (api: ApiClient) => api.send('POST', `/stories/${id}/restore`, {}, Story),
    })),
  ];
}
