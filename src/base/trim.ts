/**
 * Removes the characters at the end of a text that `trimmed` matches one by one. A pattern such as `/\/+$/` takes
 * quadratic time instead, since it is tried again at every character of every run.
 */
export function trimEndOf(text: string, trimmed: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const isPair = end > 1 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(end - 2, end));
    const start = end - (isPair ? 2 : 1);
    if (!trimmed.test(text.slice(start, end))) break;
    end = start;
  }
  return text.slice(0, end);
}

/** Removes the characters at both ends of a text that `trimmed` matches one by one. */
export function trimBothOf(text: string, trimmed: RegExp): string {
  let start = 0;
  for (const character of text) {
    if (!trimmed.test(character)) break;
    start += character.length;
  }
  return trimEndOf(text.slice(start), trimmed);
}
