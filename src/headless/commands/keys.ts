import { ApiKey, ApiKeyCreated } from '../../contract/keys.ts';
import { Ok } from '../../contract/text.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { defaultDataFolder } from '../../server/hosting/data-folder.ts';
import { type Command, DATA_HELP, DATA_OPTIONS, EXIT, text, UsageError } from '../command.ts';
import { connect } from '../connect.ts';
import { stderrLog } from '../log-sink.ts';

/** Actions of `reelscope keys` on the remaining arguments; each returns its output. */
const ACTIONS: Record<string, (api: ApiClient, args: string[]) => Promise<string>> = {
  async create(api, args) {
    const name = args.join(' ').trim();
    if (name === '') throw new UsageError('keys create requires a name.');
    const key = await api.send('POST', '/keys', { name }, ApiKeyCreated);
    process.stderr.write('Save this key now. It won’t be shown again.\n');
    return `${key.raw_key}\n`;
  },

  async list(api) {
    const keys = await api.get('/keys', ApiKey.array());
    const line = (key: ApiKey) =>
      [key.id, key.key_prefix, key.is_active ? 'active' : 'inactive', key.last_used_at ?? 'never used', key.name].join(
        '\t',
      );
    return keys.map((key) => `${line(key)}\n`).join('');
  },

  async revoke(api, args) {
    const [id] = args;
    if (id === undefined) throw new UsageError('keys revoke requires a key ID. Run keys list to find it.');
    await api.send('DELETE', `/keys/${encodeURIComponent(id)}`, undefined, Ok);
    return 'Key deleted.\n';
  },
};

/** `reelscope keys`: manages API keys for scripts. */
export const keysCommand: Command = {
  name: 'keys',
  summary: 'Create, list, and revoke API keys.',
  usage: 'keys create NAME | keys list | keys revoke ID   [--data-dir DIR]',
  help: DATA_HELP,
  options: DATA_OPTIONS,

  async run(input) {
    const [name = '', ...args] = input.positionals;
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (!action) throw new UsageError('keys requires an action: create, list, or revoke.');
    const connection = await connect(text(input, 'data-dir') ?? defaultDataFolder(), stderrLog('error'));
    try {
      process.stdout.write(await action(connection.api, args));
      return EXIT.done;
    } finally {
      await connection.close();
    }
  },
};
