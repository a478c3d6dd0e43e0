import { sentence } from '../../core/texts/sentence.ts';
import { OllamaFailure } from './failure.ts';
import { ErrorResponse } from './wire.ts';

/** Larger answers are treated as endless. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Longest line: the last one of an answer holds its context, a number for each token. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
const MAX_ERROR_LENGTH = 300;
const MAX_ERROR_BYTES = 64 * 1024;

/** Converts an error response to a failure. */
export async function failedResponse(url: string, response: Response): Promise<OllamaFailure> {
  const said = ErrorResponse.safeParse(await readJson(response, MAX_ERROR_BYTES).catch(() => null));
  const { status } = response;
  if (!said.success) {
    if (status >= 500)
      return new OllamaFailure('server_error', sentence('ollama.status', { url, status: String(status) }));
    return new OllamaFailure('not_ollama', sentence('ollama.not-ollama-status', { url, status: String(status) }));
  }
  const words = formatReply(said.data.error);
  if (status === 404) return new OllamaFailure('model_missing', sentence('ollama.said', { url, words }));
  if (status >= 500 || status === 429)
    return new OllamaFailure('server_error', sentence('ollama.said', { url, words }));
  return new OllamaFailure('bad_request', sentence('ollama.request-refused', { url, words }));
}

/** Parses the body of a response. @throws Error for more than `limit` bytes, and anything but JSON */
async function readJson(response: Response, limit: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest of the body.
    if (bytes > limit) throw new RangeError(`The response has more than ${limit} bytes.`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** Formats the server's message as one truncated line that ends with a period. */
function formatReply(words: string): string {
  const line = words
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_ERROR_LENGTH);
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}

/** Wraps a response so that its body reports each chunk, is limited in size, and consists of JSON lines. */
export function checkedBody(url: string, response: Response, touch: () => void): Response {
  const kind = response.headers.get('content-type') ?? '';
  if (!/json/i.test(kind) || !response.body) {
    void response.body?.cancel();
    throw new OllamaFailure('not_ollama', sentence('ollama.not-ollama', { url }));
  }
  const lines = /ndjson/i.test(kind) ? new LineCheck(url) : undefined;
  let bytes = 0;
  const check = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      touch();
      bytes += chunk.byteLength;
      if (bytes > MAX_BYTES) throw new OllamaFailure('invalid_output', sentence('ollama.too-long', { url }));
      const checked = lines ? lines.push(chunk) : chunk;
      if (checked) controller.enqueue(checked);
    },
    flush(controller) {
      const rest = lines?.end();
      if (rest) controller.enqueue(rest);
    },
  });
  return new Response(response.body.pipeThrough(check), { status: response.status, headers: response.headers });
}

/**
 * Rejects lines that are not JSON; the client package would print them, and text from videos with them. Passes on whole
 * lines only, since that package splits all of an unfinished line again with each of its parts.
 */
class LineCheck {
  readonly #url: string;
  /** Parts of the line that is not complete. */
  #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** @returns the lines that are complete, if any */
  push(chunk: Uint8Array): Uint8Array | undefined {
    const end = chunk.lastIndexOf(LINE_BREAK) + 1;
    const whole = end > 0 ? this.#take(chunk.subarray(0, end)) : undefined;
    const rest = chunk.subarray(end);
    this.#parts.push(rest);
    this.#bytes += rest.length;
    if (this.#bytes > MAX_LINE_BYTES)
      throw new OllamaFailure('invalid_output', sentence('ollama.too-long', { url: this.#url }));
    for (const line of textOf(whole).split('\n').slice(0, -1)) {
      if (!isJson(line)) throw new OllamaFailure('not_ollama', sentence('ollama.not-ollama', { url: this.#url }));
    }
    return whole;
  }

  /** @returns the last line, if no line break ends it */
  end(): Uint8Array | undefined {
    const rest = this.#take();
    const line = textOf(rest);
    if (line.trim() !== '' && !isJson(line)) {
      throw new OllamaFailure('cut_off', sentence('ollama.cut-off', { url: this.#url }));
    }
    return rest.length > 0 ? rest : undefined;
  }

  #take(...more: Uint8Array[]): Uint8Array {
    const whole = Buffer.concat([...this.#parts, ...more]);
    this.#parts = [];
    this.#bytes = 0;
    return whole;
  }
}

const LINE_BREAK = 0x0a;

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('utf8');

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
