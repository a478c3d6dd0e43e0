import { trimEndOf } from '../../../../base/trim.ts';

/** Normalizes the input to a URL: adds `http://`. @returns null if empty */
export function addressOf(text: string): string | null {
  const trimmed = trimEndOf(text.trim(), /\//);
  if (trimmed === '') return null;
  return /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
}
