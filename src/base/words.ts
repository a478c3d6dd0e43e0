/** Splits a list of words at its spaces and line breaks. */
export function words(list: string): string[] {
  return list.trim().split(/\s+/);
}
