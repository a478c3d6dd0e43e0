import type BetterSqlite3 from 'better-sqlite3';
import { parseJson } from '../../base/json/parse-json.ts';
import { SegmentData } from '../../contract/analysis/segment.ts';
import { showsOtherWords } from '../../core/evidence/other-words.ts';

/**
 * Removes data of findings that no analysis writes, and messages that would show other words than the finding has; also
 * of edited findings as they were found.
 */
export function removeForeignData(database: BetterSqlite3.Database): void {
  database.function('soundData', soundData);
  database.exec(`
    UPDATE segments SET data = soundData(content, data) WHERE data IS NOT NULL;
    UPDATE corrections SET foundData = soundData(foundContent, foundData) WHERE foundData IS NOT NULL;
  `);
}

/** The same text where nothing is wrong; null for data that can't be read. */
function soundData(content: string, data: string): string | null {
  try {
    const parsed = SegmentData.parse(parseJson(data));
    if (!showsOtherWords({ content, data: parsed })) return data;
    const { text: _, ...rest } = parsed;
    return JSON.stringify(rest);
  } catch {
    return null;
  }
}
