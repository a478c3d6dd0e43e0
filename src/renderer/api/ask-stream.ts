import { CancelledError } from '../../base/errors.ts';
import type { AskAnswer, AskEvents, ChatMode } from '../../contract/chat.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { readFrames } from './event-frames.ts';
import { send, unreachable } from './request.ts';

export interface Question {
  question: string;
  video_id: string;
  session_id?: string;
  mode?: ChatMode;
}

/**
 * Asks, and hears the answer as it is written. Aborting ends the writing too.
 * @param onText called with each piece of plain, unchecked text
 * @throws ReelscopeError with the server's code; CancelledError when `signal` was aborted
 */
export async function askStream(
  question: Question,
  onText: (piece: string) => void,
  signal: AbortSignal,
): Promise<AskAnswer> {
  const headers = { Accept: 'text/event-stream' };
  const response = await send('POST', '/chat/ask/stream', { body: question, headers, signal });
  try {
    for await (const { name, data } of readFrames(response.body!)) {
      const body = JSON.parse(data);
      if (name === 'token') onText((body as Body<'token'>).text);
      else if (name === 'answer') return body as AskAnswer;
      else if (name === 'error') {
        const { code, message } = body as Body<'error'>;
        throw new ReelscopeError(code, message);
      }
    }
  } catch (error) {
    if (signal.aborted) throw new CancelledError();
    throw error;
  }
  if (signal.aborted) throw new CancelledError();
  throw unreachable();
}

type Body<Name extends keyof typeof AskEvents> = (typeof AskEvents)[Name]['_output'];
