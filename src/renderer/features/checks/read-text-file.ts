import { fileText } from '../../../core/claims/file-text.ts';

/** Largest file that is read; longer texts are refused by the server anyway. */
const MAX_BYTES = 20_000_000;

/** Names of files with a text, also those that can’t be read: none of them is a video to add. */
const DOCUMENT = /\.(?:txt|md|markdown|docx|odt|doc|rtf|pdf|pages|html?)$/i;

export const isDocument = ({ name }: File): boolean => DOCUMENT.test(name);

/** Text of a file, plain, or a Word or OpenDocument file; undefined if it can't be read as text. */
export async function readTextFile(file: File): Promise<string | undefined> {
  if (file.size > MAX_BYTES) return undefined;
  return fileText(file.name, new Uint8Array(await file.arrayBuffer()));
}
