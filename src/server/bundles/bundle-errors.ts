import { toError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';

/** Longest part of a foreign name that an error repeats. */
const MAX_NAME = 120;

const shown = (name: string) => printable(name.slice(0, MAX_NAME));

/** An entry that is not as the manifest describes it. */
export function damagedEntry(entry: string, cause?: unknown): ReelscopeError {
  return new ReelscopeError('invalid_request', sentence('bundle.damaged', { entry: shown(entry) }), { cause });
}

/** An entry that no bundle may have, such as a link, or a name that leads out of a folder. */
export function notPermitted(entry: string, cause?: unknown): ReelscopeError {
  return new ReelscopeError('invalid_request', sentence('bundle.not-permitted', { entry: shown(entry) }), { cause });
}

/** An entry that is as written, but makes no sense. */
export function invalidContent(entry: string, cause?: unknown): ReelscopeError {
  return new ReelscopeError('invalid_request', sentence('bundle.invalid', { entry: shown(entry) }), { cause });
}

/** A manifest that does not follow the format. */
export function invalidManifest(cause: unknown): ReelscopeError {
  return invalidContent('manifest.json', toError(cause));
}

/** A bundle with more than a library takes. */
export function tooLargeBundle(): ReelscopeError {
  return new ReelscopeError('too_large', sentence('bundle.too-large'));
}
