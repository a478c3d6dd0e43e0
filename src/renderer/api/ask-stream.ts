import { CanceledError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { type AskAnswer, AskEvents, type AskScope, type ChatMode } from '../../contract/search/chat.ts';
import { readEvents } from './live/event-stream.ts';
import { send, unreachable } from './request.ts';

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
  question: Question,
  onText: (piece: string) => void,
  signal: AbortSignal,
): Promise<AskAnswer> {
  const headers = { Accept: 'text/event-stream' };
  const response = await send('POST /chat/ask/stream', { body: question, headers, signal });
  try {
    for await (const { name, body } of readEvents(response.body!, AskEvents)) {
      if (name === 'token') onText(body.text);
      else if (name === 'answer') return body;
      else throw new ReelscopeError(body.code, body);
    }
  } catch (error) {
    if (signal.aborted) throw new CanceledError();
    throw error;
  }
  if (signal.aborted) throw new CanceledError();
  throw unreachable();
}
