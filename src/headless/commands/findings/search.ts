import { formatClock } from '../../../base/time.ts';
import { Video } from '../../../contract/library/video.ts';
import {
  DEFAULT_SEARCH_LIMIT,
  MAX_SEARCH_LIMIT,
  SearchGroups,
  type SearchHit,
} from '../../../contract/search/search.ts';
import { moduleTexts } from '../../../core/modules/module-display.ts';
import { type Command, choice, EXIT, has, integer, note, printList, text, UsageError } from '../../command.ts';
import { findVideos, withLibrary } from '../../connection/with-library.ts';
import { FILTER_OPTIONS, readFilters } from '../../search-filters.ts';
import { searchByImage } from './search-by-image.ts';

const MODES = ['hybrid', 'vector', 'keyword'] as const;

/** `reelscope search`: searches the findings of all analyzed videos. */
export const searchCommand: Command = {
  usage: ['search QUERY', 'search --image FILE [QUERY]'],
  options: {
    image: { type: 'string', value: 'FILE', help: 'find shots that look like this image; QUERY narrows the results' },
    limit: {
      type: 'string',
      value: 'N',
      help: `at most N results, up to ${MAX_SEARCH_LIMIT} (default: ${DEFAULT_SEARCH_LIMIT})`,
    },
    video: { type: 'string', value: 'LIST', help: 'only these videos, by ID or name' },
    ...FILTER_OPTIONS,
    natural: { type: 'boolean', help: 'interpret a question in plain language as a query' },
    mode: {
      type: 'string',
      value: 'MODE',
      choices: MODES,
      help: 'hybrid (default), vector (semantic search only), or keyword',
    },
  },
  notes: [
    'QUERY is in plain language, and understands "exact phrases", AND, OR, NOT, -word, and parentheses.',
    'Fields: said: shown: (text on screen) sees: hears: (sounds) brand: camera: person: speaker: in: (project) from: to: (day added).',
    'Parts with fields are found together, up to 10 seconds apart, or as within: states (within:2m, within:video).',
  ],
  examples: [
    ['search "who pays for the bridge?" --modules transcription', 'Find where it is said.'],
    ["search 'said:budget within:5s sees:car'", 'Find where a budget is mentioned while a car is seen.'],
    ['search --natural "when does Anna mention the budget"', 'A question, as speaker:Anna said:budget.'],
    ['search --image bridge.jpg --project Traffic', 'Find shots that look like an image.'],
    ['search \'"stop sign" NOT night\' --project Traffic --json', 'Exact words, in one project, for a script.'],
  ],

  async run(input) {
    const query = input.positionals.join(' ').trim();
    const image = text(input, 'image');
    if (image !== undefined) return searchByImage(input, image, query);
    if (query === '') throw new UsageError('search requires a query.');
    const [video, mode] = [text(input, 'video'), choice(input, 'mode', MODES)];
    const filters = readFilters(input);
    const limit = integer(input, 'limit', 1, Number.MAX_SAFE_INTEGER);
    await withLibrary(input, async (api) => {
      const body = {
        query,
        include: ['query', 'not_transcribed'],
        ...(has(input, 'natural') && { natural: true }),
        ...(limit && { limit }),
        ...(mode && { mode }),
        ...(video && { job_ids: (await findVideos(api, video.split(','))).map(({ job_id }) => job_id) }),
        ...(await filters(api)),
      };
      const {
        segments: hits,
        query: understood,
        not_transcribed = [],
      } = await api.send('POST', '/search', body, SearchGroups);
      if (understood && understood.text !== query) note(input, `Searching for ${understood.text}`);
      if (understood?.suggestion) note(input, `Did you mean ${understood.suggestion}? --natural searches for it.`);
      for (const { word, spellings } of understood?.unknown ?? []) note(input, unknownNote(word, spellings));
      for (const { message } of understood?.hints ?? []) note(input, message);
      if (not_transcribed.length > 0) note(input, untranscribedNote(not_transcribed.map(({ name }) => name)));
      // JSON has no names, and a library may have thousands of videos.
      const videos = has(input, 'json') ? [] : await api.get('/videos', Video.array());
      const lines = table(hits, new Map(videos.map((each) => [each.job_id, each.name])));
      printList(input, hits, lines, 'No results.');
    });
    return EXIT.done;
  },
};

function unknownNote(word: string, spellings: readonly string[]): string {
  const suggestion = spellings.length === 0 ? '' : ` Did you mean ${spellings.join(' or ')}?`;
  return `No finding of these videos contains “${word}”.${suggestion}`;
}

/** Videos that a note names. */
const MAX_NAMED = 5;

function untranscribedNote(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `Not transcribed in full: ${names.slice(0, MAX_NAMED).join(', ')}${more}.`;
}

function table(hits: readonly SearchHit[], names: ReadonlyMap<string, string>): string {
  return hits
    .map((hit) => {
      const span = hit.moment ?? hit;
      const where = `${names.get(hit.job_id) ?? hit.job_id}  ${formatClock(span.start_time)}–${formatClock(span.end_time)}`;
      const findings = hit.moment?.findings ?? [hit];
      const texts = findings.map(
        ({ module, content }) => `[${moduleTexts(module).title}] ${content.replaceAll('\n', ' ')}`,
      );
      const looks = hit.frame ? `  visual match at ${formatClock(hit.frame.time)}` : '';
      const similarity = Math.max(hit.similarity, hit.frame?.similarity ?? 0);
      return `${similarity.toFixed(2)}  ${where}  ${texts.join(' + ')}${looks}\n`;
    })
    .join('');
}
