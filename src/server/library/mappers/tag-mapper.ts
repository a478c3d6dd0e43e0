import type { CountedTag } from '../../../contract/library/tags.ts';
import type { CountedTagRow } from '../../../db/moments/tags.ts';

export function toTag(row: CountedTagRow): CountedTag {
  return { id: String(row.id), name: row.name, color: row.color, moment_count: row.momentCount };
}
