import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { isDamage } from '../../base/disk-damage.ts';
import { isDiskFull } from '../../base/disk-full.ts';
import { CanceledError, toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { ErrorBody } from '../../contract/error-body.ts';
import { ERROR_STATUS, type ErrorCode, ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { issueSentence } from './issue-sentence.ts';

/** Codes for errors that Hono raises itself. */
const HONO_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'timeout',
  413: 'too_large',
  415: 'unsupported_media_type',
};

/** Converts any thrown value to an error with a known code. */
export function toReelscopeError(thrown: unknown): ReelscopeError {
  if (thrown instanceof ReelscopeError) return thrown;
  if (thrown instanceof CanceledError) return new ReelscopeError('cancelled', thrown.message, { cause: thrown });
  if (thrown instanceof z.ZodError) return invalidRequest(thrown);
  if (thrown instanceof HTTPException) {
    const code = HONO_CODES[thrown.status];
    if (code) return new ReelscopeError(code, sentenceFor(code, thrown.message), { cause: thrown });
  }
  if (isDiskFull(thrown)) {
    return new ReelscopeError('storage_full', sentence('storage.unchanged'), { cause: thrown });
  }
  if (isDamage(thrown))
    return new ReelscopeError('library_damaged', sentence('error.library_damaged'), { cause: thrown });
  return new ReelscopeError('internal', sentence('error.internal'), { cause: thrown });
}

function sentenceFor(code: ErrorCode, message: string): LocalizedText {
  if (code === 'unsupported_media_type') return sentence('request.not-json');
  return { message: message.endsWith('.') ? message : `${message}.`, text: { key: `error.${code}` } };
}

/** Creates the error for a schema violation: the first issue in the message, all of them in the details. */
export function invalidRequest(error: z.ZodError, where?: string): ReelscopeError {
  const issues = error.issues.slice(0, 20).map((issue) => ({ path: issue.path.map(String), message: issue.message }));
  const first = error.issues[0];
  const path = [where, ...(first?.path ?? [])].filter((part) => part !== undefined).join('.');
  return new ReelscopeError(
    'invalid_request',
    sentence('request.invalid', { details: first ? issueSentence(first, path || 'request') : '' }),
    {
      details: { issues },
    },
  );
}

/** Builds the response body of an error. */
export function errorBody(error: ReelscopeError, requestId: string): ErrorBody {
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(error.text && { text: error.text }),
      ...(error.details === undefined ? {} : { details: error.details }),
      request_id: requestId,
    },
  };
}

/** Codes of states that the response explains: their stack is no help, and commands print errors of the log. */
const STATES: ReadonlySet<ReelscopeError['code']> = new Set(['model_unavailable', 'library_damaged', 'storage_full']);

/** Logs the error of one request. */
export type FailureLog = (error: ReelscopeError) => void;

/** Logs the cause of a server error, which the response omits. */
export function logError(log: Logger, error: ReelscopeError, requestId: string): void {
  if (ERROR_STATUS[error.code] < 500) return;
  if (STATES.has(error.code)) {
    const cause = error.cause === undefined ? {} : { cause: toError(error.cause).message };
    return log.warn(error.message, { request_id: requestId, code: error.code, ...cause });
  }
  const cause = error.cause instanceof Error ? error.cause : error;
  log.error(error.message, { request_id: requestId, code: error.code, cause: cause.message, stack: cause.stack });
}
