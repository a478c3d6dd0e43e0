import { fileText } from '../../../core/claims/file-text.ts';

/** Largest file that is read; longer texts are refused by the server anyway. */
const MAX_BYTES = 20_000_000;

/** Whether a file is one whose text can be checked. */
export const isTextFile = ({ name }: File): boolean => /\.(?:txt|md|markdown|docx)$/i.test(name);

/** Text of a file, plain or a Word document; undefined if it can't be read as text. */
export async function readTextFile(file: File): Promise<string | undefined> {
  if (file.size > MAX_BYTES) return undefined;
  return fileText(file.name, new Uint8Array(await file.arrayBuffer()));
}
