import { dictionary } from '../../base/dictionary.ts';
import { toError } from '../../base/errors.ts';
import { type ErrorCode, ReelscopeError } from '../../contract/errors.ts';

/** Errors of the file system by their code: as a part of a sentence, and as a code of the product. */
const REASONS: Readonly<Record<string, readonly [reason: string, code: ErrorCode]>> = dictionary({
  ENOENT: ['no such file', 'not_found'],
  EACCES: ['permission denied', 'forbidden'],
  EPERM: ['permission denied', 'forbidden'],
  ELOOP: ['a link that leads to itself', 'invalid_request'],
  EEXIST: ['a file of that name is in the way', 'conflict'],
  EISDIR: ['it is a folder', 'invalid_request'],
  ENOTDIR: ['a part of the path is a file', 'invalid_request'],
  ENAMETOOLONG: ['the name is too long', 'invalid_request'],
  EROFS: ['read-only disk', 'forbidden'],
  ENOSPC: ['the disk is full', 'storage_full'],
  EDQUOT: ['the disk quota is used up', 'storage_full'],
});

/** Why a file or folder can't be used, as a part of a sentence. */
export function reasonOf(error: unknown): string {
  const { code, message } = toError(error) as NodeJS.ErrnoException;
  return REASONS[code ?? '']?.[0] ?? message;
}

/** Whether an error is one of the file system that {@link fileError} words. */
function isFileError(error: Error): error is NodeJS.ErrnoException {
  return Object.hasOwn(REASONS, (error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Error of a file or folder as a sentence with a code. Other errors than those of the file system stay as they are.
 * @param path as a person named it; by default, that of the error
 */
export function fileError(thrown: unknown, verb: 'read' | 'written' | 'used', path?: string): Error {
  const error = toError(thrown);
  const place = path ?? (error as NodeJS.ErrnoException).path;
  if (!isFileError(error) || place === undefined) return error;
  const [reason, code] = REASONS[error.code!]!;
  const named = verb === 'written' && error.code === 'ENOENT' ? 'no such folder' : reason;
  return new ReelscopeError(code, `“${place}” can’t be ${verb}: ${named}.`, { cause: error });
}
