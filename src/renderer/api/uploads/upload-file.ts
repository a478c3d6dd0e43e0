import { CanceledError } from '../../../base/errors.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import { parseError, unreachable } from '../request.ts';

/**
 * Uploads a file to its presigned URL. Uses XMLHttpRequest, since fetch reports no upload progress.
 * @param onProgress called with the bytes sent so far
 * @throws ReelscopeError, CanceledError
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
    call.responseType = 'json';
    call.setRequestHeader('Content-Type', contentType);
    call.upload.onprogress = ({ loaded }) => onProgress(loaded);
    call.onload = () => (call.status === 200 ? resolve() : reject(errorOf(call)));
    call.onerror = () => reject(unreachable());
    call.onabort = () => reject(new CanceledError());
    call.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    if (signal.aborted) return reject(new CanceledError());
    call.send(file);
  });
}

function errorOf(call: XMLHttpRequest): ReelscopeError {
  return parseError(call.response) ?? new ReelscopeError('internal', `The upload failed with status ${call.status}.`);
}
