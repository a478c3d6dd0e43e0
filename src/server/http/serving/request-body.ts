import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { MAX_NESTING, parseJson } from '../../../base/json/parse-json.ts';
import { isTruncated } from '../../../base/truncated-streams.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../core/texts/sentence.ts';

/**
 * Reads the whole body of a request.
 * @param limit bytes
 * @throws ReelscopeError `too_large`, `timeout`, `invalid_request` (interrupted)
 */
export async function readBytes(incoming: IncomingMessage, limit: number, timeoutMs: number): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      incoming.off('data', onData).off('end', onEnd).off('error', onError).off('close', onError);
      settle();
    };
    const fail = (error: ReelscopeError) => finish(() => reject(error));
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) fail(tooLarge(limit));
      else chunks.push(chunk);
    };
    const onEnd = () => (isTruncated(incoming) ? onError() : finish(() => resolve(Buffer.concat(chunks))));
    const onError = () => fail(new ReelscopeError('invalid_request', sentence('request.interrupted')));
    const timer = setTimeout(() => fail(new ReelscopeError('timeout', sentence('request.body-timeout'))), timeoutMs);
    if (incoming.readableEnded) onEnd();
    else if (incoming.destroyed) onError();
    else incoming.on('data', onData).on('end', onEnd).on('error', onError).on('close', onError);
  });
}

function tooLarge(limit: number): ReelscopeError {
  return new ReelscopeError('too_large', sentence('request.body-too-large', { limit }), {
    details: { limit_bytes: limit },
  });
}

/** Decodes UTF-8. @throws ReelscopeError `invalid_request` for text in another encoding, whose letters would be lost */
export function decode(body: Buffer): string {
  if (!isUtf8(body)) throw new ReelscopeError('invalid_request', sentence('request.not-utf8'));
  const text = body.toString('utf8');
  // Windows programs begin files with a byte order mark; RFC 8259, section 8.1, permits to ignore it.
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/**
 * Parses the JSON of a body; undefined for other text, which no schema accepts.
 * @throws ReelscopeError `invalid_request` for too many levels, and for halves of surrogate pairs, which are no text
 *   and would be lost in the database
 */
export function jsonOf(text: string): unknown {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    if (!(error instanceof RangeError)) return undefined;
    throw new ReelscopeError('invalid_request', sentence('request.nesting', { limit: MAX_NESTING }));
  }
  if (SURROGATE.test(text)) requireText(value);
  return value;
}

/** Escapes of surrogates. */
const SURROGATE = /\\ud[89a-f]/i;

function requireText(value: unknown): void {
  if (typeof value === 'string' && !value.isWellFormed())
    throw new ReelscopeError('invalid_request', sentence('request.lone-surrogate'));
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    requireText(name);
    requireText(inner);
  }
}
