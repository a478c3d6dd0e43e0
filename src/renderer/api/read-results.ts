import { CanceledError } from '../../base/errors.ts';
import type { Results } from '../../contract/results.ts';
import type { Segment } from '../../contract/segment.ts';
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
  let rest = '';
  let turn = performance.now();
  for await (const text of textOf(body, signal)) {
    rest += text;
    const end = rest.lastIndexOf('\n');
    if (end < 0) continue;
    let block = rest.slice(0, end);
    rest = rest.slice(end + 1);
    if (head === undefined) {
      const first = `${block}\n`.indexOf('\n');
      head = block.slice(0, first);
      block = block.slice(first + 1);
    }
    // About two hundred lines, the size of a network chunk.
    for (const segment of parseLines(block)) segments.push(segment);
    if (performance.now() - turn < YIELD_INTERVAL_MS) continue;
    await yieldToPage();
    turn = performance.now();
  }
  return { ...(JSON.parse((head ?? '') + rest) as Results), segments };
}

/** @param lines values of a JSON array without brackets, optionally with a trailing comma */
function parseLines(lines: string): Segment[] {
  return JSON.parse(`[${lines.endsWith(',') ? lines.slice(0, -1) : lines}]`) as Segment[];
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
