import { OllamaFailure } from './failure.ts';
import { ErrorResponse } from './wire.ts';

/** No answer of a server that behaves is larger than this. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ERROR_LENGTH = 300;

/** Why the server said no. */
export async function failedResponse(url: string, response: Response): Promise<OllamaFailure> {
  const said = ErrorResponse.safeParse(await response.json().catch(() => null));
  const { status } = response;
  if (!said.success) {
    if (status >= 500) return new OllamaFailure('server_error', `${url} answered with status ${status}.`);
    return new OllamaFailure('not_ollama', `What answers at ${url} is not Ollama (status ${status}).`);
  }
  const words = sentence(said.data.error);
  if (status === 404) return new OllamaFailure('model_missing', `Ollama at ${url}: ${words}`);
  if (status >= 500 || status === 429) return new OllamaFailure('server_error', `Ollama at ${url}: ${words}`);
  return new OllamaFailure('bad_request', `Ollama at ${url} refused the request: ${words}`);
}

/** The server's own words as the end of a sentence: one line of them, cut, with a full stop. */
function sentence(words: string): string {
  const line = words
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_ERROR_LENGTH);
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}

/** The same response with a body that reports each piece, is not endless, and whose lines are JSON. */
export function checkedBody(url: string, response: Response, touch: () => void): Response {
  const kind = response.headers.get('content-type') ?? '';
  if (!/json/i.test(kind) || !response.body) {
    void response.body?.cancel();
    throw new OllamaFailure('not_ollama', `What answers at ${url} is not Ollama.`);
  }
  const lines = /ndjson/i.test(kind) ? new LineCheck(url) : undefined;
  let bytes = 0;
  const check = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      touch();
      bytes += chunk.byteLength;
      if (bytes > MAX_BYTES) throw new OllamaFailure('invalid_output', `The answer of ${url} does not end.`);
      lines?.push(chunk);
      controller.enqueue(chunk);
    },
    flush() {
      lines?.end();
    },
  });
  return new Response(response.body.pipeThrough(check), { status: response.status, headers: response.headers });
}

/** The client prints lines that are not JSON, and with them what videos say; so they never get there. */
class LineCheck {
  readonly #url: string;
  readonly #decoder = new TextDecoder();
  #rest = '';

  constructor(url: string) {
    this.#url = url;
  }

  push(chunk: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!isJson(line)) throw new OllamaFailure('not_ollama', `What answers at ${this.#url} does not speak Ollama.`);
    }
  }

  end(): void {
    if (this.#rest.trim() !== '' && !isJson(this.#rest)) {
      throw new OllamaFailure('cut_off', `${this.#url} broke its answer off.`);
    }
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
