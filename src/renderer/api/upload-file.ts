import { CancelledError } from '../../base/errors.ts';
import { type ErrorBody, isErrorCode, ReelscopeError } from '../../contract/errors.ts';
import { unreachable } from './request.ts';

/**
 * Sends a file to its presigned address. By XMLHttpRequest, since fetch does not tell how much has been sent.
 * @param onProgress called with bytes sent so far
 * @throws ReelscopeError, CancelledError
 */
export function putFile(
  url: string,
  file: File,
  contentType: string,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    call.open('PUT', url);
    call.setRequestHeader('Content-Type', contentType);
    call.upload.onprogress = ({ loaded }) => onProgress(loaded);
    call.onload = () => (call.status === 200 ? resolve() : reject(errorOf(call)));
    call.onerror = () => reject(unreachable());
    call.onabort = () => reject(new CancelledError());
    call.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    if (signal.aborted) return reject(new CancelledError());
    call.send(file);
  });
}

function errorOf(call: XMLHttpRequest): ReelscopeError {
  try {
    const { error } = JSON.parse(call.responseText) as ErrorBody;
    if (isErrorCode(error.code)) return new ReelscopeError(error.code, error.message, { details: error.details });
  } catch {
    // Not the server's own answer; its status is all there is to tell.
  }
  return new ReelscopeError('internal', `The upload was refused with status ${call.status}.`);
}
