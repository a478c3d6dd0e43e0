import { documentText } from './document-text.ts';

/** First bytes of files that are text, but not the text that their readers see. */
const MARKUP = /^\s*(?:\{\\rtf|%PDF-|<!doctype|<html)/i;
/** Byte order marks of UTF-16. */
const UTF_16 = { '255,254': 'utf-16le', '254,255': 'utf-16be' } as const;

/**
 * Text of a file: plain in UTF-8, or in UTF-16 with its mark, or of a Word or OpenDocument file; undefined for any
 * other. Pure.
 */
export async function fileText(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  if (/\.(?:docx|odt)$/i.test(name)) return documentText(bytes);
  const mark = `${bytes[0]},${bytes[1]}`;
  const encoding = mark in UTF_16 ? UTF_16[mark as keyof typeof UTF_16] : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return MARKUP.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
