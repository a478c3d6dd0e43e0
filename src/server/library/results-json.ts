import { roundSeconds } from '../../base/time.ts';
import type { Results } from '../../contract/analysis/results.ts';
import type { SegmentRow } from '../../db/schema.ts';

/**
 * Serializes a results document to JSON with one segment per line, so that clients can parse it incrementally. Built
 * from the stored rows: `data` is already JSON, and parsing it only to serialize it again would block the single thread
 * of the server for longer than everything else.
 */
export function resultsJson(
  head: Omit<Results, 'segments'>,
  rows: readonly SegmentRow[],
  perModule: readonly string[],
): string {
  const texts = rows.map(segmentJson);
  const list = (some: readonly string[]): string => (some.length === 0 ? '[\n]' : `[\n${some.join(',\n')}\n]`);
  const own = (name: string): string[] => texts.filter((_, i) => rows[i]!.module === name);
  const lists = perModule.map((name) => `,${JSON.stringify(name)}:${list(own(name))}`);
  return `${JSON.stringify(head).slice(0, -1)},"segments":${list(texts)}${lists.join('')}}`;
}

const quoted = new Map<string | null, string>();

/** Returns a module or engine name as JSON; cached, since there are few. */
function quote(name: string | null): string {
  let text = quoted.get(name);
  if (text === undefined) {
    text = JSON.stringify(name);
    quoted.set(name, text);
  }
  return text;
}

/** Serializes a finding, as JSON.stringify does with the API resource; see segment-mapper.ts. */
export function segmentJson({ id, module, content, startTime, endTime, data, engine }: SegmentRow): string {
  const times = `"start_time":${roundSeconds(startTime)},"end_time":${roundSeconds(endTime)}`;
  return `{"id":"${id}","module":${quote(module)},"content":${JSON.stringify(content)},${times},"data":${data},"engine":${quote(engine)}}`;
}
