import { CanceledError } from '../../base/errors.ts';
import type { Results } from '../../contract/analysis/results.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { unreachable } from './request.ts';

/** Duration of work before the event loop handles user input. */
const YIELD_INTERVAL_MS = 8;

/**
 * Parses a results document while it arrives. The server writes one segment per line; parsing line by line avoids
 * dropped frames for the 20,000 findings of a long recording.
 * @throws ReelscopeError with `details.offline` if the connection is lost; CanceledError if `signal` is aborted
 */
export async function readResults(body: ReadableStream<Uint8Array>, signal?: AbortSignal): Promise<Results> {
  const segments: Segment[] = [];
  let head: string | undefined;
  const rest = await readLines(body, signal, (lines) => {
    let block = lines;
    if (head === undefined) {
      const first = `${block}\n`.indexOf('\n');
      head = block.slice(0, first);
      block = block.slice(first + 1);
    }
    for (const segment of parseLines<Segment>(block)) segments.push(segment);
  });
  return { ...(JSON.parse((head ?? '') + rest) as Results), segments };
}

/**
 * Parses a list while it arrives, of which the server writes one item per line, like {@link readResults}: at once, ten
 * thousand videos take longer than a frame.
 * @throws as readResults does
 */
export async function readList<Item>(body: ReadableStream<Uint8Array>, signal?: AbortSignal): Promise<Item[]> {
  const items: Item[] = [];
  const rest = await readLines(body, signal, (lines) => {
    // The first line begins the list, and has an item.
    for (const item of parseLines<Item>(items.length === 0 ? lines.slice(1) : lines)) items.push(item);
  });
  if (items.length === 0) return JSON.parse(rest) as Item[];
  for (const item of JSON.parse(`[${rest}`) as Item[]) items.push(item);
  return items;
}

/**
 * Reads text and yields to the page meanwhile.
 * @param take receives whole lines without the end of the last one, about two hundred: the size of a network chunk
 * @returns text after the last end of a line
 */
async function readLines(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
  take: (lines: string) => void,
): Promise<string> {
  let rest = '';
  let turn = performance.now();
  for await (const text of textOf(body, signal)) {
    rest += text;
    const end = rest.lastIndexOf('\n');
    if (end < 0) continue;
    const lines = rest.slice(0, end);
    rest = rest.slice(end + 1);
    take(lines);
    if (performance.now() - turn < YIELD_INTERVAL_MS) continue;
    await yieldToPage();
    turn = performance.now();
  }
  return rest;
}

/** @param lines values of a JSON array without brackets, optionally with a trailing comma */
function parseLines<Item>(lines: string): Item[] {
  return JSON.parse(`[${lines.endsWith(',') ? lines.slice(0, -1) : lines}]`) as Item[];
}

async function* textOf(body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } catch (cause) {
    throw signal?.aborted ? new CanceledError() : unreachable(cause);
  }
}

/** Yields to rendering and input. */
function yieldToPage(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
