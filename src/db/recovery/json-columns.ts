import { dictionary } from '../../base/dictionary.ts';

/** Columns of JSON by table, as schema.ts describes them. */
export const JSON_COLUMNS: Readonly<Record<string, readonly string[]>> = dictionary({
  apiKeys: ['projectIds'],
  videos: ['selectedInsights', 'speechOptions', 'textLanguages', 'trackChoice', 'trackUse', 'media'],
  jobs: ['errorText', 'warnings'],
  moduleRuns: ['errorText'],
  segments: ['data'],
  conditions: ['data'],
  corrections: ['foundData', 'source'],
  speakers: ['turns'],
  sharedReports: ['parts', 'blur'],
  chatSessions: ['scope'],
  chatMessages: ['metadata'],
  usageRecords: ['modules'],
  notifications: ['texts'],
  settings: ['value'],
  auditEntries: ['actor', 'details'],
  analyses: ['modules'],
  moments: ['origin'],
  watchFolders: ['rules'],
  watchedFiles: ['error', 'state'],
  savedSearches: ['filters'],
  eventGroups: ['error'],
  webhooks: ['events'],
});

/** Tables whose rows give rights: without what limits them, they would give more. */
const OF_RIGHTS: ReadonlySet<string> = new Set(['apiKeys', 'sharedReports']);

/**
 * Makes JSON null that a damaged page has broken; rows that must have it are lost then.
 * @returns the same row if all of it can be read; undefined for one that gives rights and can't
 */
export function withSoundJson<Row extends Record<string, unknown>>(table: string, row: Row): Row | undefined {
  const broken = (JSON_COLUMNS[table] ?? []).filter((name) => !isJson(row[name]));
  if (broken.length === 0) return row;
  return OF_RIGHTS.has(table) ? undefined : { ...row, ...Object.fromEntries(broken.map((name) => [name, null])) };
}

/** Whether a stored value is JSON, or there is none. */
function isJson(value: unknown): boolean {
  if (typeof value !== 'string') return true;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
