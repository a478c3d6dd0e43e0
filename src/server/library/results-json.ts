import { roundSeconds } from '../../base/time.ts';
import type { Results } from '../../contract/results.ts';
import type { SegmentRow } from '../../db/schema.ts';

/**
 * A results document as JSON text with each segment on a line of its own, so that a reader can take it in piece by
 * piece. Made from rows as they are stored: `data` is JSON already, and reading it only to write it again would hold up
 * the process, which has one thread for everybody, for longer than all the rest.
 */
export function resultsJson(
  head: Omit<Results, 'segments'>,
  rows: readonly SegmentRow[],
  perModule: readonly string[],
): string {
  const texts = rows.map(segmentJson);
  const list = (some: readonly string[]) => `[\n${some.join(',\n')}${some.length > 0 ? '\n' : ''}]`;
  const modules = perModule.map(
    (name) => `,${JSON.stringify(name)}:${list(texts.filter((_, i) => rows[i]!.module === name))}`,
  );
  return `${JSON.stringify(head).slice(0, -1)},"segments":${list(texts)}${modules.join('')}}`;
}

const quoted = new Map<string | null, string>();

/** JSON of one of the few names of modules and engines. */
function quote(name: string | null): string {
  let text = quoted.get(name);
  if (text === undefined) {
    text = JSON.stringify(name);
    quoted.set(name, text);
  }
  return text;
}

/** The same as JSON.stringify of the row as a resource of the interface; see wire.ts. */
function segmentJson({ id, module, content, startTime, endTime, data, engine }: SegmentRow): string {
  const times = `"start_time":${roundSeconds(startTime)},"end_time":${roundSeconds(endTime)}`;
  return `{"id":"${id}","module":${quote(module)},"content":${JSON.stringify(content)},${times},"data":${data},"engine":${quote(engine)}}`;
}
