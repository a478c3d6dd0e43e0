import type { z } from 'zod';
import { CanceledError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import {
  CheckEvents,
  type CheckedText,
  type CheckProgress,
  type CheckTextRequest,
} from '../../contract/evidence/checks.ts';
import { type AskAnswer, AskEvents, type AskScope, type ChatMode } from '../../contract/search/chat.ts';
import { type EventSchemas, readEvents } from './live/event-stream.ts';
import { send, unreachable } from './request.ts';

const headers = { Accept: 'text/event-stream' };

/** Question about one video, or about the videos of a scope. */
export type Question = { question: string; session_id?: string; mode?: ChatMode } & (
  | { video_id: string }
  | { scope: AskScope }
);

/**
 * Asks a question and streams the answer. Aborting stops the generation, too.
 * @param onText called with each piece of plain, unchecked text
 * @throws ReelscopeError with the server's code; CanceledError when `signal` was aborted
 */
export async function askStream(
  body: Question,
  onText: (piece: string) => void,
  signal: AbortSignal,
): Promise<AskAnswer> {
  const response = await send('POST /chat/ask/stream', { body, headers, signal });
  return readResult(response, AskEvents, {
    last: 'answer',
    signal,
    onEvent: ({ token }) => token && onText(token.text),
  });
}

/** Checks a text. Aborting stops the language model, too. @throws like {@link askStream} */
export async function checkStream(
  body: CheckTextRequest,
  onProgress: (progress: CheckProgress) => void,
  signal: AbortSignal,
): Promise<CheckedText> {
  const response = await send('POST /checks/stream', { body, headers, signal });
  return readResult(response, CheckEvents, {
    last: 'checked',
    signal,
    onEvent: ({ progress }) => progress && onProgress(progress),
  });
}

type Bodies<Schemas extends EventSchemas> = { [Name in keyof Schemas]: z.output<Schemas[Name]> };

/** Reads a stream up to its result. @param onEvent called with each event before it, by name */
async function readResult<Schemas extends EventSchemas & Pick<typeof AskEvents, 'error'>, Last extends keyof Schemas>(
  response: Response,
  schemas: Schemas,
  { last, signal, onEvent }: { last: Last; signal: AbortSignal; onEvent(event: Partial<Bodies<Schemas>>): void },
): Promise<Bodies<Schemas>[Last]> {
  try {
    for await (const { name, body } of readEvents(response.body!, schemas)) {
      const event = { [name]: body } as Partial<Bodies<Schemas>>;
      const [result, error] = [event[last], event.error];
      if (error) throw new ReelscopeError(error.code, error);
      if (result) return result;
      onEvent(event);
    }
  } catch (error) {
    if (signal.aborted) throw new CanceledError();
    throw error;
  }
  if (signal.aborted) throw new CanceledError();
  throw unreachable();
}
