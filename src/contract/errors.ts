import { CodedError } from '../base/errors.ts';
import type { LocalizedText, MessageRef } from './message.ts';

/** All error codes of the API and of jobs with their HTTP status. A closed list. */
export const ERROR_STATUS = {
  invalid_request: 400,
  invalid_cursor: 400,
  incomplete_upload: 400,
  unauthorized: 401,
  password_required: 401,
  quota_exceeded: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  not_ready: 409,
  source_changed: 409,
  people_off: 409,
  share_expired: 410,
  too_large: 413,
  unsupported_media_type: 415,
  unreadable_media: 422,
  idempotency_mismatch: 422,
  rate_limited: 429,
  cancelled: 499,
  internal: 500,
  worker_crashed: 500,
  worker_out_of_memory: 500,
  worker_unresponsive: 500,
  model_unavailable: 503,
  library_damaged: 503,
  storage_full: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];
/** The only error type above `base`: a code of the closed list, a message for users, and the cause. */
export class ReelscopeError extends CodedError<ErrorCode> {
  /** The message by key, for windows in other languages; undefined for third-party text. */
  readonly text: MessageRef | undefined;

  /** @param message a sentence by key; plain text only where the text isn't the product's own */
  constructor(code: ErrorCode, message: string | LocalizedText, options: { cause?: unknown; details?: unknown } = {}) {
    super(code, typeof message === 'string' ? message : message.message, options);
    this.text = typeof message === 'string' ? undefined : message.text;
  }

  /** HTTP status of the response. */
  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Returns the code of an error; `internal` for one that has none of the closed list. */
export function errorCodeOf(error: unknown): ErrorCode {
  return error instanceof ReelscopeError ? error.code : 'internal';
}

/** Codes for a worker process that ended without a result: it crashed, exceeded its memory limit, or hung. */
const WORKER_FAILURES = ['worker_crashed', 'worker_out_of_memory', 'worker_unresponsive'] as const;
export type WorkerFailure = (typeof WORKER_FAILURES)[number];

/** Returns whether an error, or its cause, is the end of a worker process rather than a result of its work. */
export function isWorkerFailure(error: unknown): boolean {
  if (!(error instanceof ReelscopeError)) return false;
  return WORKER_FAILURES.some((code) => code === error.code) || isWorkerFailure(error.cause);
}

/** Returns whether an error means that a file is not media; a file that a worker ended on may be intact. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof ReelscopeError && error.code === 'unreadable_media' && !isWorkerFailure(error);
}

/** Returns whether `text` is a code of the closed list. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, text);
}
