import { z } from 'zod';
import { canonicalJson } from '../../base/json/canonical-json.ts';
import { tryParseJson } from '../../base/json/parse-json.ts';
import { Manifest } from './manifest.ts';

/** Signature of a report. Hexadecimal, since other encodings write the same bytes in several ways. */
export const ReportSignature = z
  .strictObject({
    kind: z.literal('reelscope-signature').describe('Always reelscope-signature.'),
    version: z.literal(1).describe('Version of the format.'),
    algorithm: z.literal('Ed25519').describe('Algorithm of the signature.'),
    public_key: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('Public key, in hexadecimal.'),
    signature: z
      .string()
      .regex(/^[0-9a-f]{128}$/)
      .describe('Signature, in hexadecimal.'),
  })
  .meta({ id: 'ReportSignature' });
export type ReportSignature = z.infer<typeof ReportSignature>;

/** How the signed form of a document is made: of text (HTML, Markdown), or of JSON. */
export type SignedFormat = 'text' | 'json';

const MARKER = '<!-- reelscope-signature';

/** Place of the signature in a text document. It is part of the signed form in place of the signature. */
export const EMPTY_SIGNATURE = `${MARKER} -->`;

/** A document taken apart: what is signed, and its signature as written. */
export interface SignedParts {
  form: string;
  signature: ReportSignature;
  format: SignedFormat;
}

/** Message that a key signs for a document. @param sha256 of its signed form in UTF-8, hexadecimal */
export function signedMessage(format: SignedFormat, sha256: string): string {
  return `reelscope-report-v1:${format}:${sha256}`;
}

/**
 * Message that a key signs for a bundle, which is no report. @param sha256 of its manifest's signed form, hexadecimal
 */
export function signedBundleMessage(sha256: string): string {
  return `reelscope-bundle-v1:${sha256}`;
}

/** Signed form of a JSON document: canonical, without its signature. Pure. */
export function jsonForm(document: object): string {
  return canonicalJson({ ...document, signature: undefined });
}

/** Puts a signature into a text document. @throws RangeError without exactly one place for it */
export function withSignature(text: string, signature: ReportSignature): string {
  if (text.split(MARKER).length !== 2 || !text.includes(EMPTY_SIGNATURE))
    throw new RangeError('The document has no place for a signature, or several.');
  return text.replace(EMPTY_SIGNATURE, () => `${MARKER} ${canonicalJson(signature)} -->`);
}

/** Whether a text claims to be a report, complete or not. */
export function claimsToBeReport(text: string): boolean {
  return /reelscope-(?:signature|manifest)/.test(text);
}

/**
 * Takes a report apart. Pure.
 * @returns undefined if the document has no signature, several, or one that is not written exactly as it was
 */
export function signedParts(text: string): SignedParts | undefined {
  return text.trimStart().startsWith('{') ? partsOfJson(text) : partsOfText(text);
}

function partsOfText(text: string): SignedParts | undefined {
  const [before, block, more] = text.split(MARKER);
  if (before === undefined || block === undefined || more !== undefined) return undefined;
  const end = block.indexOf(' -->');
  const signature = ReportSignature.safeParse(tryParseJson(block.slice(0, end).trim()));
  if (end < 0 || !signature.success || block.slice(0, end) !== ` ${canonicalJson(signature.data)}`) return undefined;
  const form = `${before}${EMPTY_SIGNATURE}${block.slice(end + 4)}`;
  return { form, signature: signature.data, format: 'text' };
}

function partsOfJson(text: string): SignedParts | undefined {
  const document = tryParseJson(text);
  if (typeof document !== 'object' || document === null || !('signature' in document)) return undefined;
  // Two members of one name, or another way to write a value, could show readers something else.
  if (withoutWhitespace(text) !== JSON.stringify(document)) return undefined;
  const signature = ReportSignature.safeParse(document.signature);
  return signature.success ? { form: jsonForm(document), signature: signature.data, format: 'json' } : undefined;
}

/** Removes whitespace between the tokens of JSON. */
function withoutWhitespace(json: string): string {
  return json.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\r\n]+/g, (_, quoted: string | undefined) => quoted ?? '');
}

/** Result of verifying a report. */
export const VerifiedReport = z
  .object({
    status: z.enum(['valid', 'changed', 'other', 'unsigned']).meta({
      description:
        'valid: as it was signed, by this installation or the given key; changed: not as it was signed; other: as it was signed, by another installation; unsigned: not a signed report.',
    }),
    only_line_endings: z
      .boolean()
      .meta({ description: 'Changed in its line endings alone, as mail programs do; its text is as it was signed.' }),
    changed_part: z.enum(['content', 'signature', 'line_endings', 'encoding']).nullable().meta({
      description:
        'What of a changed report is not as it was signed, as far as it can be told. content: its content, or a value of its signature; signature: it is missing, damaged, or there are several; encoding: its bytes are not UTF-8.',
    }),
    fingerprint: z.string().nullable().meta({ description: 'SHA-256 of the public key that signed it.' }),
    manifest: Manifest.nullable().meta({ description: 'Of a report that is as it was signed.' }),
  })
  .meta({ id: 'VerifiedReport' });
export type VerifiedReport = z.infer<typeof VerifiedReport>;
