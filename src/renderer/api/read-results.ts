import { CancelledError } from '../../base/errors.ts';
import type { Results } from '../../contract/results.ts';
import type { Segment } from '../../contract/segment.ts';
import { unreachable } from './request.ts';

/** Work between two looks at what the person does, in milliseconds. */
const TURN_MS = 8;

/**
 * Reads a results document as it comes. The server writes each segment on a line of its own; taken in line by line, the
 * 20,000 findings of a long recording hold up no frame, where reading them at once would hold up several.
 * @throws ReelscopeError with `details.offline` when the connection breaks; CancelledError when the reading was aborted
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
    // Two hundred lines or so: what the network hands over at a time.
    for (const segment of parseLines(block)) segments.push(segment);
    if (performance.now() - turn < TURN_MS) continue;
    await nextTurn();
    turn = performance.now();
  }
  return { ...(JSON.parse((head ?? '') + rest) as Results), segments };
}

/** @param lines values of a list without its brackets, with or without a comma at the end */
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
    throw signal?.aborted ? new CancelledError() : unreachable(cause);
  }
}

/** Lets the page draw and answer first. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
