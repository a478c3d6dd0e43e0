import { parentPort } from 'node:worker_threads';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { SegmentRow } from '../../../db/schema.ts';
import type { Desk, DocumentOrder } from './document-order.ts';
import { writeDocument } from './write-document.ts';

/** Message to the thread: findings in parts, then the order, then an answer to each question. */
export type ToThread = { rows: readonly SegmentRow[] } | { order: DocumentOrder } | { answer: unknown };

/** Question of the thread for the desk; it asks one at a time. */
export interface Question {
  ask: keyof Desk;
  args: unknown[];
}

/** Message of the thread: questions, then the document or an error for its reader. */
export type FromThread =
  | Question
  | { bytes: Uint8Array<ArrayBuffer> }
  | { error: Pick<ReelscopeError, 'code' | 'message' | 'text'> };

/** Thread that writes one document, whose findings it receives in parts. */
const rows: SegmentRow[] = [];
let settle: (answer: unknown) => void = () => undefined;

function send(message: FromThread, transfer: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transfer);
}

function ask(question: keyof Desk, args: unknown[]): Promise<never> {
  send({ ask: question, args });
  return new Promise((resolve) => {
    settle = resolve as typeof settle;
  });
}

const desk: Desk = {
  record: (...args) => ask('record', args),
  hashes: (...args) => ask('hashes', args),
  pictures: (...args) => ask('pictures', args),
};

async function write(order: DocumentOrder): Promise<void> {
  try {
    const content = await writeDocument(order, rows, desk);
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    send({ bytes }, [bytes.buffer]);
  } catch (error) {
    if (!(error instanceof ReelscopeError)) throw error;
    const { code, message, text } = error;
    send({ error: { code, message, text } });
  }
}

parentPort!.on('message', (message: ToThread) => {
  if ('rows' in message) for (const row of message.rows) rows.push(row);
  else if ('order' in message) void write(message.order);
  else settle(message.answer);
});
