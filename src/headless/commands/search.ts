import { formatPosition } from '../../base/time.ts';
import { DEFAULT_SEARCH_LIMIT, SearchHit } from '../../contract/search.ts';
import { Video } from '../../contract/video.ts';
import { defaultDataFolder } from '../../server/hosting/data-folder.ts';
import { type Command, DATA_HELP, DATA_OPTIONS, EXIT, text, UsageError } from '../command.ts';
import { connect } from '../connect.ts';
import { stderrLog } from '../log-sink.ts';

/** `reelscope search`: searches the findings of all analyzed videos. */
export const searchCommand: Command = {
  name: 'search',
  summary: 'Search the findings of all analyzed videos.',
  usage: 'search "WORDS" [--limit N] [--json] [--data-dir DIR]',
  help: [
    `--limit N        at most N hits (default ${DEFAULT_SEARCH_LIMIT})`,
    '--json           print the hits as JSON',
    ...DATA_HELP,
  ],
  options: { ...DATA_OPTIONS, limit: { type: 'string' }, json: { type: 'boolean' } },

  async run(input) {
    const query = input.positionals.join(' ').trim();
    if (query === '') throw new UsageError('search requires a query.');
    const limit = Number(text(input, 'limit') ?? DEFAULT_SEARCH_LIMIT);
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit must be a whole number of at least 1.');
    const connection = await connect(text(input, 'data-dir') ?? defaultDataFolder(), stderrLog('error'));
    try {
      const hits = await connection.api.send('POST', '/search', { query, limit }, SearchHit.array());
      if (input.values['json']) process.stdout.write(`${JSON.stringify(hits, null, 2)}\n`);
      else process.stdout.write(await table(hits, connection.api));
      return EXIT.done;
    } finally {
      await connection.close();
    }
  },
};

async function table(hits: SearchHit[], api: Parameters<typeof namesOf>[0]): Promise<string> {
  if (hits.length === 0) return 'Nothing found.\n';
  const names = await namesOf(api);
  return hits
    .map((hit) => {
      const where = `${names.get(hit.job_id) ?? hit.job_id}  ${formatPosition(hit.start_time)}–${formatPosition(hit.end_time)}`;
      return `${hit.similarity.toFixed(2)}  ${where}  [${hit.module}] ${hit.content.replaceAll('\n', ' ')}\n`;
    })
    .join('');
}

async function namesOf(api: import('../../server/client/api-client.ts').ApiClient): Promise<Map<string, string>> {
  const videos = await api.get('/videos', Video.array());
  return new Map(videos.map((video) => [video.job_id, video.name]));
}
