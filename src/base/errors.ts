/** Error with a machine-readable code. Layers above `base` restrict the codes to a closed list (contract/errors.ts). */
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

/** Thrown when an AbortSignal stopped the work. An expected outcome: never log it as an error. */
export class CanceledError extends CodedError<'cancelled'> {
  constructor(message = 'The work was canceled.') {
    super('cancelled', message);
  }
}

/** Converts a thrown value to an Error, with the value as `cause` if it isn't one. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
}
