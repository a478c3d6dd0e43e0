import { timestampIn } from '../../base/time.ts';
import { ApiKey, ApiKeyCreated, KEY_SCOPES } from '../../contract/account/keys.ts';
import { Ok } from '../../contract/text.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { actionOf } from '../arguments/actions.ts';
import {
  type Command,
  type CommandInput,
  choice,
  EXIT,
  integer,
  print,
  printList,
  refuseMore,
  row,
  text,
  UsageError,
} from '../command.ts';
import { findProject, withLibrary } from '../connection/with-library.ts';
import { printSecret } from '../output/print-secret.ts';

const MAX_DAYS = 36_500;

/** Actions of `reelscope keys` on the remaining arguments. */
const ACTIONS = {
  async create(api: ApiClient, input: CommandInput, args: string[]) {
    const name = args.join(' ').trim();
    if (name === '') throw new UsageError('keys create requires a name.');
    const scope = choice(input, 'scope', KEY_SCOPES);
    const days = integer(input, 'days', 1, MAX_DAYS);
    const project = text(input, 'project');
    const projects = project === undefined ? [] : [(await findProject(api, project)).id];
    const body = {
      name,
      ...(scope && { scope }),
      ...(projects.length > 0 && { projects }),
      ...(days && { expires_at: `${timestampIn(days)}Z` }),
    };
    const key = await api.send('POST', '/keys', body, ApiKeyCreated);
    await printSecret(api, input, { kind: 'key', saved: 'key', path: `/keys/${key.id}` }, key, `${key.raw_key}\n`);
  },

  async list(api: ApiClient, input: CommandInput, args: string[]) {
    refuseMore('keys list', args);
    const keys = await api.get('/keys', ApiKey.array());
    const line = (key: ApiKey) =>
      row(
        key.id,
        key.key_prefix,
        key.is_active ? 'active' : 'inactive',
        key.scope,
        key.projects === null ? 'all projects' : `projects ${key.projects.join(', ')}`,
        key.expires_at ?? 'never expires',
        key.last_used_at ?? 'never used',
        key.name,
      );
    printList(input, keys, keys.map(line).join(''), 'No API keys.');
  },

  async delete(api: ApiClient, input: CommandInput, [id, ...more]: string[]) {
    refuseMore('keys delete', more);
    if (id === undefined) throw new UsageError('keys delete requires a key ID. Run keys list to find it.');
    const done = await api.send('DELETE', `/keys/${encodeURIComponent(id)}`, undefined, Ok);
    print(input, done, 'Key deleted.\n');
  },
};

/** `reelscope keys`: manages API keys for scripts. */
export const keysCommand: Command = {
  usage: ['keys [list]', 'keys create NAME', 'keys delete ID'],
  actions: Object.keys(ACTIONS),
  creates: ['create'],
  options: {
    scope: {
      type: 'string',
      value: 'SCOPE',
      choices: KEY_SCOPES,
      help: 'create: read (reads and asks), write (also changes the library), or admin (also keys, settings, and models; default)',
    },
    project: {
      type: 'string',
      value: 'PROJECT',
      help: 'create: confine the key to a project, by ID or name (default: the whole library)',
    },
    days: { type: 'string', value: 'N', help: 'create: days until the key expires (default: never)' },
  },
  examples: [['keys create "Newsroom script" --scope read --days 90', 'Create a key; it is shown once.']],

  async run(input) {
    const { action, args } = actionOf('keys', ACTIONS, input);
    await withLibrary(input, (api) => action(api, input, args));
    return EXIT.done;
  },
};
