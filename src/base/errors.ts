/** An error with a machine-readable code. Layers above `base` close the set of codes (see contract/errors.ts). */
export class CodedError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly details: unknown;

  constructor(code: Code, message: string, options: { cause?: unknown; details?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.details = options.details;
  }
}

/** Thrown when an AbortSignal stopped the work. It is an outcome, not a failure: never log it as an error. */
export class CancelledError extends CodedError<'cancelled'> {
  constructor(message = 'The work was canceled.') {
    super('cancelled', message);
  }
}

/** Turns whatever was thrown into an Error, keeping the original as `cause` when it was not one. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
}
