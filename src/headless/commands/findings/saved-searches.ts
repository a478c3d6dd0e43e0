import { formatClock } from '../../../base/time.ts';
import { Video } from '../../../contract/library/video.ts';
import { SavedSearch } from '../../../contract/search/saved-searches.ts';
import { SearchHit } from '../../../contract/search/search.ts';
import { Ok } from '../../../contract/text.ts';
import { moduleTexts } from '../../../core/modules/module-display.ts';
import type { ApiClient } from '../../../server/client/api-client.ts';
import { actionOf } from '../../arguments/actions.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  has,
  print,
  printList,
  refuseMore,
  row,
  UsageError,
} from '../../command.ts';
import { chosen, withLibrary } from '../../connection/with-library.ts';
import { FILTER_OPTIONS, readFilters } from '../../search-filters.ts';

/** Actions of `reelscope saved-searches` on the remaining arguments. */
const ACTIONS = {
  async list(api: ApiClient, input: CommandInput, args: string[]) {
    refuseMore('saved-searches list', args);
    const saved = await api.get('/saved-searches', SavedSearch.array());
    const line = ({ id, new_hits, name, query }: SavedSearch) => row(id, `${new_hits} new`, name, query);
    printList(input, saved, saved.map(line).join(''), 'No saved searches.');
  },

  async add(api: ApiClient, input: CommandInput, [name = '', ...words]: string[]) {
    const query = words.join(' ').trim() || name;
    if (name.trim() === '')
      throw new UsageError('saved-searches add requires a name, and a query if it is not the name.');
    const body = {
      name,
      query,
      notify: has(input, 'notify'),
      filters: await readFilters(input)(api),
    };
    const saved = await api.send('POST', '/saved-searches', body, SavedSearch);
    print(input, saved, row(saved.id, saved.name));
  },

  async new(api: ApiClient, input: CommandInput, args: string[]) {
    const { id } = await find(api, 'new', args);
    const hits = has(input, 'keep')
      ? await api.get(`/saved-searches/${id}/new-hits`, SearchHit.array())
      : await api.send('POST', `/saved-searches/${id}/seen`, undefined, SearchHit.array());
    const videos = has(input, 'json') ? [] : await api.get('/videos', Video.array());
    const names = new Map(videos.map((video) => [video.job_id, video.name]));
    const line = ({ job_id, start_time, end_time, module, content }: SearchHit) =>
      row(
        names.get(job_id) ?? job_id,
        `${formatClock(start_time)}–${formatClock(end_time)}`,
        `[${moduleTexts(module).title}] ${content.replaceAll('\n', ' ')}`,
      );
    printList(input, hits, hits.map(line).join(''), 'No new results.');
  },

  async delete(api: ApiClient, input: CommandInput, args: string[]) {
    const { id, name } = await find(api, 'delete', args);
    print(input, await api.send('DELETE', `/saved-searches/${id}`, undefined, Ok), row(name));
  },
};

/** `reelscope saved-searches`: searches that are kept, and what analyses have added to their hits. */
export const savedSearchesCommand: Command = {
  usage: [
    'saved-searches [list]',
    'saved-searches add NAME [QUERY]',
    'saved-searches new NAME',
    'saved-searches delete NAME',
  ],
  actions: Object.keys(ACTIONS),
  creates: ['add'],
  options: {
    ...FILTER_OPTIONS,
    notify: { type: 'boolean', help: 'add: notify in the application of new results' },
    keep: { type: 'boolean', help: 'new: keep the results marked as new' },
  },
  notes: [
    'Filters such as --project are saved with the search that “add” creates.',
    'Results are new if they are from analyses since the search was last opened.',
    'Without fields in the query, they contain all its words or clearly match its meaning.',
  ],
  examples: [
    ["saved-searches add Budget 'said:budget sees:car' --notify", 'Keep a search.'],
    ['saved-searches new Budget --json', 'What is new, for a script; it is seen from then on.'],
  ],

  async run(input) {
    const { action, args } = actionOf('saved-searches', ACTIONS, input);
    await withLibrary(input, (api) => action(api, input, args));
    return EXIT.done;
  },
};

/** Finds a saved search by ID or name. */
async function find(api: ApiClient, action: string, args: readonly string[]): Promise<SavedSearch> {
  if (args.length === 0) throw new UsageError(`saved-searches ${action} requires a search, by ID or name.`);
  return chosen('saved search', args.join(' '), await api.get('/saved-searches', SavedSearch.array()), ({ id }) => [
    id,
  ]);
}
