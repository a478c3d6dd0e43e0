import { MODULE_NAMES } from '../contract/analysis/modules.ts';
import { CountedTag } from '../contract/library/tags.ts';
import type { SavedFilters } from '../contract/search/saved-searches.ts';
import type { ApiClient } from '../server/client/api-client.ts';
import { dayOf } from './arguments/positions.ts';
import { type CommandInput, integer, list, MODULES_OPTION, text } from './command.ts';
import { chosen, findProject } from './connection/with-library.ts';

/** Options of the commands that search or save a search. */
export const FILTER_OPTIONS = {
  ...MODULES_OPTION,
  project: { type: 'string', value: 'PROJECT', help: 'only videos of a project, by ID or name' },
  tag: { type: 'string', value: 'TAG', help: 'only results in moments with this tag, by ID or name' },
  language: { type: 'string', value: 'CODE', help: 'only videos with speech in this language, such as de' },
  from: { type: 'string', value: 'DATE', help: 'only videos added on this day (UTC) or later, such as 2026-11-30' },
  before: { type: 'string', value: 'DATE', help: 'only videos added before this day' },
  confidence: { type: 'string', value: 'P', help: 'only findings with at least this confidence in percent' },
} as const;

/**
 * Reads the filters of a search. The returned function finds project and tag in the library and throws `not_found`
 * without them.
 * @throws UsageError
 */
export function readFilters(input: CommandInput): (api: ApiClient) => Promise<SavedFilters> {
  const [project, tag, language] = [text(input, 'project'), text(input, 'tag'), text(input, 'language')];
  const [from, before] = [text(input, 'from'), text(input, 'before')];
  const modules = list(input, 'modules', MODULE_NAMES);
  const confidence = integer(input, 'confidence', 0, 100);
  const added_from = from && dayOf(from);
  const added_before = before && dayOf(before);
  return async (api) => ({
    ...(modules && { modules }),
    ...(language && { language }),
    ...(added_from && { added_from }),
    ...(added_before && { added_before }),
    ...(confidence !== undefined && { min_confidence: confidence / 100 }),
    ...(project && { project_id: (await findProject(api, project)).id }),
    ...(tag && { within_tag: chosen('tag', tag, await api.get('/tags', CountedTag.array()), ({ id }) => [id]).id }),
  });
}
