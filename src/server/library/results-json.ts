import { setImmediate } from 'node:timers/promises';
import { roundSeconds } from '../../base/time.ts';
import type { Results } from '../../contract/results.ts';
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
  return [...jsonParts(head, rows, perModule)].join('');
}

/** Segments of one part of a long document, which takes some milliseconds. */
const PART_SEGMENTS = 2000;

/** The same, in UTF-8 and in parts if it is long; the event loop runs other work between them. */
export async function resultsInParts(...document: Parameters<typeof resultsJson>): Promise<string | Buffer[]> {
  if (document[1].length <= PART_SEGMENTS) return resultsJson(...document);
  const parts: Buffer[] = [];
  for (const text of jsonParts(...document)) {
    parts.push(Buffer.from(text));
    await setImmediate();
  }
  return parts;
}

function* jsonParts(...[head, rows, perModule]: Parameters<typeof resultsJson>): Generator<string> {
  const texts: string[] = [];
  const textOf = (index: number): string => (texts[index] ??= segmentJson(rows[index]!));
  const indexes = rows.map((_, index) => index);
  yield `${JSON.stringify(head).slice(0, -1)},"segments":`;
  yield* listParts(indexes, textOf);
  for (const name of perModule) {
    yield `,${JSON.stringify(name)}:`;
    const own = indexes.filter((index) => rows[index]!.module === name);
    yield* listParts(own, textOf);
  }
  yield '}';
}

function* listParts(indexes: readonly number[], textOf: (index: number) => string): Generator<string> {
  for (let start = 0; start < indexes.length; start += PART_SEGMENTS) {
    const texts = indexes.slice(start, start + PART_SEGMENTS).map(textOf);
    yield (start === 0 ? '[\n' : ',\n') + texts.join(',\n');
  }
  yield indexes.length > 0 ? '\n]' : '[\n]';
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

/** Equivalent to JSON.stringify of the API resource; see segment-mapper.ts. */
function segmentJson({ id, module, content, startTime, endTime, data, engine }: SegmentRow): string {
  const times = `"start_time":${roundSeconds(startTime)},"end_time":${roundSeconds(endTime)}`;
  return `{"id":"${id}","module":${quote(module)},"content":${JSON.stringify(content)},${times},"data":${data},"engine":${quote(engine)}}`;
}
