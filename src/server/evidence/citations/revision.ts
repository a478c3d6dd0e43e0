import { hash } from 'node:crypto';
import { canonicalJson } from '../../../base/json/canonical-json.ts';
import type { ModuleName } from '../../../contract/analysis/modules.ts';

/** Length of the hashes in a citation besides that of the file, in bytes. */
const SHORT_BYTES = 16;

/**
 * Revision of a finding, which changes with its text. Names of speakers are not part of it: one name is given to many
 * lines, often later.
 */
export function revisionOf({ module, content }: { module: ModuleName; content: string }): string {
  return shortHash(canonicalJson({ content, module }));
}

/** First 128 bits of a SHA-256, base64url. */
export function shortHash(content: string | Uint8Array): string {
  return hash('sha256', content, 'buffer').subarray(0, SHORT_BYTES).toString('base64url');
}
