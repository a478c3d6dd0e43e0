import { createHash } from 'node:crypto';
import {
  claimsToBeReport,
  type SignedParts,
  signedMessage,
  signedParts,
  type VerifiedReport,
} from '../../contract/evidence/signature.ts';
import { manifestIn } from '../../core/evidence/manifest-text.ts';
import { fingerprintOf, isSignatureOf } from './installation-key.ts';

/** Maximum size of a report to verify, in bytes. */
export const MAX_REPORT_BYTES = 256 * 1024 * 1024;

/**
 * Verifies a report. Every byte of HTML and Markdown counts, line endings included; of JSON, every value.
 * @param trusted fingerprint of the key that is expected to have signed it; undefined if none is known
 */
export function verifyReport(report: Uint8Array, trusted: string | undefined): VerifiedReport {
  const text = decode(report);
  if (text === undefined) {
    const isReport = claimsToBeReport(Buffer.from(report).toString('latin1'));
    return isReport ? changed('encoding') : result('unsigned');
  }
  const parts = signedParts(text);
  if (parts && isSigned(parts)) {
    const fingerprint = fingerprintOf(parts.signature.public_key);
    const status = fingerprint === trusted ? 'valid' : 'other';
    return { ...result(status), fingerprint, manifest: manifestIn(text) };
  }
  if (!claimsToBeReport(text)) return result('unsigned');
  const rewritten = signedParts(text.replace(/\r\n?/g, '\n'));
  if (rewritten && isSigned(rewritten)) return changed('line_endings');
  return changed(parts ? 'content' : 'signature');
}

function changed(part: VerifiedReport['changed_part']): VerifiedReport {
  return { ...result('changed'), only_line_endings: part === 'line_endings', changed_part: part };
}

function result(status: VerifiedReport['status']): VerifiedReport {
  return { status, only_line_endings: false, changed_part: null, fingerprint: null, manifest: null };
}

/** Returns the text of a document; undefined if its bytes are not UTF-8. A byte order mark is part of it. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isSigned({ form, format, signature }: SignedParts): boolean {
  return isSignatureOf(signature, signedMessage(format, createHash('sha256').update(form).digest('hex')));
}
