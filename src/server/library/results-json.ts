import { roundSeconds } from '../../base/time.ts';
import type { Results } from '../../contract/analysis/results.ts';
import type { SegmentRow } from '../../db/schema.ts';

/**
 * Serializes a results document to JSON with one segment per line, so that clients can parse it incrementally. Built
 * from the stored rows: `data` is already JSON, and parsing it only to serialize it again would block the single thread
 * of the server for longer than everything else.
 */
export function resultsJson(...of: Parameters<typeof resultsJsonParts>): string {
  return [...resultsJsonParts(...of)].join('');
}

/** The same text in parts, each of which takes some milliseconds. */
export function* resultsJsonParts(
  head: Omit<Results, 'segments'>,
  rows: readonly SegmentRow[],
  perModule: readonly string[],
): Generator<string, void> {
  yield JSON.stringify(head).slice(0, -1);
  yield* listParts('segments', rows);
  for (const name of perModule)
    yield* listParts(
      name,
      rows.filter(({ module }) => module === name),
    );
  yield '}';
}

/** Findings of a part of the text. */
const PART_ROWS = 1000;

function* listParts(name: string, rows: readonly SegmentRow[]): Generator<string, void> {
  yield `,${JSON.stringify(name)}:[`;
  for (let start = 0; start < rows.length; start += PART_ROWS) {
    const part = rows.slice(start, start + PART_ROWS).map(segmentJson);
    yield `${start === 0 ? '\n' : ',\n'}${part.join(',\n')}`;
  }
  yield '\n]';
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
